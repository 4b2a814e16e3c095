vcr_inject.v
vcr_sat_gate.v
vcr_terminal.v
