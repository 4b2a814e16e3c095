# SPDX-License-Identifier: Apache-2.0
# What is done with program NAME.
run: $(NAME)
	./$(NAME)

# One wrong bit: this must fail.
self-test: $(NAME)
	! ./$(NAME) --self-test

clean:
	rm -f $(NAME)

.PHONY: run self-test clean
