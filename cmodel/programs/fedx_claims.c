#include "fedx_claims.h"
int fedx_claims_write(const struct fedx_sweep *s, const char *path, char *error, size_t size){(void)s;(void)path;(void)error;(void)size;return 0;}
