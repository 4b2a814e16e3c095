# SPDX-License-Identifier: Apache-2.0
# bench.sv with the SystemVerilog package and the RTL of PACKAGE in Verilator; MODULES are further sources. Where Fed-X is not installed in the
# system's own folders:
#     make PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
# $(shell) of GNU Make before 4.4 does not see variables of make, exported or not.
find = $(shell PKG_CONFIG_PATH='$(PKG_CONFIG_PATH)' pkg-config --variable=$(1) $(PACKAGE))
RTL := $(call find,rtldir)
SV := $(call find,svdir)
LIB := $(call find,libdir)
ifeq ($(RTL),)
$(error pkg-config does not know $(PACKAGE): set PKG_CONFIG_PATH to PREFIX/lib/pkgconfig of where it is installed)
endif
SOURCES := $(SV)/$(PACKAGE)_pkg.sv $(MODULES) bench.sv $(addprefix $(RTL)/,$(shell cat $(RTL)/$(PACKAGE).f))
VERILATOR_FLAGS ?= -j 2 -Wno-fatal

obj_dir/bench: $(SOURCES)
	verilator --binary $(VERILATOR_FLAGS) --top-module bench -o bench -I$(RTL) $(SOURCES) \
		-LDFLAGS "-L$(LIB) -l$(PACKAGE)_dpi -Wl,-rpath,$(LIB)"

run: obj_dir/bench
	./obj_dir/bench

# One wrong bit, which the model does not see: this must fail.
self-test: obj_dir/bench
	! ./obj_dir/bench +self-test

clean:
	rm -rf obj_dir

.PHONY: run self-test clean
