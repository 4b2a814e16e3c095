# SPDX-License-Identifier: Apache-2.0
# What is not the same on all machines and for all builds, taken out of texts before they are compared.
# Which build of which version made it: a hash of the program
s/("build": ?")[0-9a-f]{16}"/\1BUILD"/g
s/("version": ?")[0-9]+\.[0-9]+\.[0-9]+"/\1VERSION"/g
# ... of which there is another one in the hash of a point of an experiment
s/("hash": ?")[0-9a-f]{32}"/\1HASH"/
# How long it took
s/(engine, )[0-9.]+ s, [0-9.]+ M/\1TIME, SPEED/
s/ time="[0-9.]+"/ time="TIME"/g
s/ trials in [0-9.]+ s/ trials in TIME/
s/; [0-9.]+ k states\/s/; SPEED/
s/ runs made in [0-9.]+ s on [0-9]+ threads/ runs made in TIME on THREADS/
# How large the page of reports is: what is left of it here is the data
s/(report.html, )[0-9.]+ MB/\1SIZE/
# Whether there is a gnuplot to draw figures
s/ and [0-9]+ figures \(\.svg\)/ and FIGURES/
/ figures are not drawn: that needs gnuplot /d
# Whether the machine has a thread to spare
/^fedx run: in [0-9]+ of [0-9]+ trials [0-9]+ threads were no faster than one/d
