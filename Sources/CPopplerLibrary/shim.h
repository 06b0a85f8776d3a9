// Poppler's interface is C++. Swift imports the target CPoppler, which calls poppler.
