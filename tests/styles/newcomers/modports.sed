# The sources do not say how wide the interface is
s/\(type: link_if\), /\1, parameters: {W: 11}, /
s/^  data: 8$/  data: 11/
s/^  dest: 1$/  dest: {width: 1, scope: packet}/
