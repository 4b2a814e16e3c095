# SPDX-License-Identifier: Apache-2.0
# bench.v with the VPI module and the RTL of PACKAGE in Icarus Verilog; MODULES are further sources. Where Fed-X is not installed in the
# system's own folders:
#     make PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
# $(shell) of GNU Make before 4.4 does not see variables of make, exported or not.
find = $(shell PKG_CONFIG_PATH='$(PKG_CONFIG_PATH)' pkg-config --variable=$(1) $(PACKAGE))
RTL := $(call find,rtldir)
VPI := $(call find,vpidir)
ifeq ($(RTL),)
$(error pkg-config does not know $(PACKAGE): set PKG_CONFIG_PATH to PREFIX/lib/pkgconfig of where it is installed)
endif
SOURCES := $(MODULES) bench.v $(addprefix $(RTL)/,$(shell cat $(RTL)/$(PACKAGE).f))

bench.vvp: $(SOURCES)
	iverilog -g2005 -L $(VPI) -m$(PACKAGE)_vpi -I$(RTL) -s bench -o $@ $(SOURCES)

run: bench.vvp
	vvp -n -M $(VPI) bench.vvp

# One wrong bit, which the model does not see: this must fail.
self-test: bench.vvp
	! vvp -n -M $(VPI) bench.vvp +self-test

clean:
	rm -f bench.vvp

.PHONY: run self-test clean
