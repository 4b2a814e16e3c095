# SPDX-License-Identifier: Apache-2.0
# NAME.c, which includes HEADERS, with the C library of PACKAGE by pkg-config. Where Fed-X is not installed in the
# system's own folders:
#     make PKG_CONFIG_PATH=PREFIX/lib/pkgconfig
export PKG_CONFIG_PATH
CFLAGS ?= -O2 -Wall -Wextra

$(NAME): $(NAME).c $(HEADERS)
	$(CC) $(CFLAGS) $$(pkg-config --cflags $(PACKAGE)) -o $@ $< $$(pkg-config --libs $(PACKAGE))

include $(dir $(lastword $(MAKEFILE_LIST)))program.mk
