# SPDX-License-Identifier: Apache-2.0
# NAME.cpp, which includes HEADERS, with the SystemC module of PACKAGE by pkg-config. Where Fed-X is not installed in the
# system's own folders:
#     make PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
export PKG_CONFIG_PATH
CXXFLAGS ?= -O2 -Wall -Wextra
# SystemC answers to the C++ standard only that it was built with: C++17 on Debian.
STANDARD ?= -std=c++17

$(NAME): $(NAME).cpp $(HEADERS)
	$(CXX) $(STANDARD) $(CXXFLAGS) $$(pkg-config --cflags $(PACKAGE) systemc) -o $@ $< $$(pkg-config --libs $(PACKAGE) systemc)

include $(dir $(lastword $(MAKEFILE_LIST)))program.mk
