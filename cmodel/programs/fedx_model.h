/* SPDX-License-Identifier: Apache-2.0
 *
 * The models of fedx model that have options of their own. Only for fedx_model*.c.
 */
#ifndef FEDX_MODEL_H
#define FEDX_MODEL_H

/** fedx model links. @param argv  as of fedx model. @return exit status */
int fedx_model_links(int argc, char **argv);

#endif
