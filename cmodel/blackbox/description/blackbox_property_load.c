/* SPDX-License-Identifier: Apache-2.0
 *
 * What a description promises of the way in which packets come out, and of the room of a router. See blackbox_yaml.h.
 */
#include "blackbox_yaml.h"

int blackbox_take_properties(struct blackbox_reading *l, const yaml_node_t *value, void *context)
{
    static const struct blackbox_key keys[] = {
        BLACKBOX_FLAG("whole", struct blackbox_properties, whole),
        BLACKBOX_FLAG("gapless", struct blackbox_properties, gapless),
        BLACKBOX_INT("capacity", struct blackbox_properties, capacity, 1, 1 << 20),
        BLACKBOX_INT("fair", struct blackbox_properties, fair, 0, 1 << 20), BLACKBOX_KEYS_END};
    struct blackbox *f = context;

    f->properties.line = (int)yaml_line(value);
    return blackbox_yaml_mapping(l, value, "properties", keys, &f->properties);
}

int blackbox_check_properties(const struct blackbox_reading *l)
{
    const struct blackbox *f = l->f;
    const struct blackbox_properties *p = &f->properties;
    const char *wrong = NULL;

    if (p->capacity && f->drops.allowed)
        wrong = "capacity: nobody knows what is inside when packets may be dropped";
    if (p->capacity && (f->inputs.open || f->outputs.open))
        wrong = "capacity: ports without a ready are never held up";
    if (p->fair >= 0 && f->sources == 1)
        wrong = "fair: there is one input, which waits for no other one";
    return wrong ? yaml_fail(&l->yaml, (size_t)p->line, "properties: %s", wrong) : 0;
}
