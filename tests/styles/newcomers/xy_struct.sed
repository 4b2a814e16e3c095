# Column and row of the five neighbours, and where this router is
s/^destination: .*/destination:\n  - {field: x, value: [0, 7, 6, 1, 3]}\n  - {field: y, value: [5, 2, 0, 2, 2]}\nforbid: self/
s/^  \([xy]\): 3$/  \1: {width: 3, scope: first}/
s/^  id_i\.x: 0 .*/  id_i.x: 3/
s/^  id_i\.y: 0 .*/  id_i.y: 2/
