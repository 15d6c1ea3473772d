#include "json-index.h"
