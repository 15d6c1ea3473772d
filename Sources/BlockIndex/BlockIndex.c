#include "byte-count.h"
#include "csv-index.h"
#include "json-index.h"
