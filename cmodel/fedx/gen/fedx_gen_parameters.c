/* SPDX-License-Identifier: Apache-2.0
 *
 * See fedx_gen_parameters.h.
 */
#include "fedx_gen_parameters.h"

#include "fedx/params.h"

void fedx_gen_parameters(int buffers, FILE *file)
{
    int other = buffers != 0 && buffers != (int)FEDX_STANDARD_BUFFERS,
        table = (int)FEDX_TABLE_SIZE != (int)FEDX_RTL_TABLE_SIZE;

    if (!other && !table)
        return;
    fputs("#(", file);
    if (other)
        fprintf(file, ".BUFFERS(%d)", buffers);
    if (table)
        fprintf(file, "%s.TABLE_SIZE(%d)", other ? ", " : "", FEDX_TABLE_SIZE);
    fputc(')', file);
}
