s/^  data: .*/  data: {inputs: 24, outputs: 8, first: high}/
s/^packets: .*/packets: {min_flits: 1, max_flits: 4}/
