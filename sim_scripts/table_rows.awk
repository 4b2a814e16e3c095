# SPDX-License-Identifier: Apache-2.0
# A page of docs/ with rows of a table made anew: awk -v command=COMMAND -f table_rows.awk ROWS PAGE
# The table follows the line <!-- COMMAND -->. A row takes the place of the one with the same first column; a new one
# comes at the end.
BEGIN { FS = " *[|] *" }
NR == FNR { row[$2] = $0; order[++rows] = $2; next }
inside && !/^[|]/ { for (k = 1; k <= rows; k++) if (!(order[k] in said)) print row[order[k]]; inside = 0 }
inside && $2 in row { print row[$2]; said[$2] = 1; next }
{ print }
$0 == "<!-- " command " -->" { inside = 1 }
