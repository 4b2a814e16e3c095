// SPDX-License-Identifier: Apache-2.0
// For dynamic_node.yaml: of the header that OpenPiton's build makes, what its router reads is in a file of its own.
`include "network_define.v"
