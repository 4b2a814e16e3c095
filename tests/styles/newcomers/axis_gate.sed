# enable lets frames in, and may come and go: it moves from the constants to the sideband in front of them
/^constants:$/d
s/^  enable: .*/  enable: {idle: 1, random: 1\/20, hold: 1..30}/
