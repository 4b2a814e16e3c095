# drop is looked at with the first flit, as select is
s/^  select: {.*/&\n  drop: {width: 1, scope: first}/
s/^packets: .*/&\ndrops: {marked: {field: drop, value: 1}}/
s/^    select: select$/&\n    drop: drop/
/^constants:$/d
/^  drop: 0 /d
