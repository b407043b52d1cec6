// Nothing to call: it takes the place of functions of the C library.
#pragma once
