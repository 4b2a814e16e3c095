/* SPDX-License-Identifier: Apache-2.0
 *
 * What a waveform shows, as VCD on standard output: the bytes of an FST file are those of a compressor, too.
 *
 *   fst_to_vcd FILE
 */
#include <fstapi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    void *fst = argc == 2 ? fstReaderOpen(argv[1]) : NULL;

    if (!fst) {
        fprintf(stderr, "fst_to_vcd: no FST file\n");
        return 2;
    }
    fstReaderSetFacProcessMaskAll(fst);
    fstReaderProcessHier(fst, stdout);
    fstReaderIterBlocks(fst, NULL, NULL, stdout);
    fstReaderClose(fst);
    return fflush(stdout) != 0;
}
