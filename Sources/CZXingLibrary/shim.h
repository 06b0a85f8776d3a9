// This header is empty, because ZXing-C++ has no C interface. Swift imports the target CZXing, which calls ZXing-C++.
