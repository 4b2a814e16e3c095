/* SPDX-License-Identifier: Apache-2.0
 *
 * The models of fedx model that have options of their own. Only for fedx_model*.c.
 */
#ifndef MODEL_H
#define MODEL_H

/** fedx model links. @param argv  as of fedx model. @return exit status */
int model_links(int argc, char **argv);

#endif
