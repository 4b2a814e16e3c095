/* SPDX-License-Identifier: Apache-2.0
 *
 * What keys go with, as data. A key is given when its value is not the default.
 */
#ifndef SCENARIO_RULES_H
#define SCENARIO_RULES_H

#include "scenario.h"

enum { SCENARIO_RULE_KEYS = 12 };

/** A row for keys of which the same is true. */
struct scenario_rule {
    enum {
        SCENARIO_WITH,   /**< any of these keys needs one of the others, */
        SCENARIO_WITHOUT /**< or is refused beside each of them */
    } how;
    int keys[SCENARIO_RULE_KEYS], others[SCENARIO_RULE_KEYS]; /**< both end with 0 */
    const char *value; /**< with SCENARIO_WITH: what the first of the others must be; NULL: given */
    const char *why;   /**< for the end of the sentence, from ", " or ": " on; NULL: that is plain */
};

/** Hold a scenario against rules, in their order. @return 0, or -1 with the first broken one in error */
int scenario_check_rules(const struct scenario *s, const struct scenario_rule *rules, int count, char *error,
                         size_t size);

#endif
