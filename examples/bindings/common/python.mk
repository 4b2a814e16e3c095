# SPDX-License-Identifier: Apache-2.0
# NAME.py with the shared library of PACKAGE by ctypes; LIBRARY_MODEL names it, and MODULES is a folder of other modules, if any. Where Fed-X is not installed in the
# system's own folders:
#     make PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
export PKG_CONFIG_PATH
PYTHON ?= python3
python = $(if $(MODULES),PYTHONPATH=$(MODULES) )$(LIBRARY)_MODEL=$$(pkg-config --variable=libdir $(PACKAGE))/lib$(PACKAGE)_model.so $(PYTHON) -B

run:
	$(python) $(NAME).py

# One wrong bit: this must fail.
self-test:
	! $(python) $(NAME).py --self-test

.PHONY: run self-test
