// ZXing-C++ has no C interface: the target CZXing speaks to it and is what Swift imports.
