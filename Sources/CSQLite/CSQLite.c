// SwiftPM makes a C module only of a target that has a source file. The functions are the system
// library's.
#include "CSQLite.h"
