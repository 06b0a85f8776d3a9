// This header is empty, because poppler's interface is in C++, which Swift does not import here. Swift imports the
// target CPoppler, which calls poppler.
