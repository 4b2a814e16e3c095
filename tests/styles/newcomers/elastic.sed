s/^framing: .*/framing: {by: length, field: word, shift: 14, width: 4, offset: -1}/
s/^packets: .*/packets: {min_flits: 1, max_flits: 16}/
/^  - level$/d
s/^ignore:.*/sideband:\n  level: {width: 5, count: flits}\n&/
