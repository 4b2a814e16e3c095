s/^destination: .*/destination: {field: dat, shift: 15, width: 1, value: number}\ncomputed: {par: {rule: parity-odd, over: [dat]}}/
