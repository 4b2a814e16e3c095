axis_skid.v
axis_decode.v
axis_arbitrate.v
axis_crossbar.v
axis_switch.v
axis_rules.v
axis_switch_wrap.v
