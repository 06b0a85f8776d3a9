// Poppler is C++: the target CPoppler speaks to it and is what Swift imports.
