#include "ArrowInterface.h"

// Other libraries have compiled the same structures.
_Static_assert(sizeof(void *) != 8 || sizeof(struct ArrowSchema) == 72, "the layout of a schema");
_Static_assert(sizeof(void *) != 8 || sizeof(struct ArrowArray) == 80, "the layout of an array");
_Static_assert(sizeof(void *) != 8 || sizeof(struct ArrowArrayStream) == 40, "the layout of a stream");
