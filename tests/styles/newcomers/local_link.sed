s/^packets: .*/packets: {min_flits: 1, max_flits: 6}/
