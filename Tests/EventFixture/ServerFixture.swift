@_exported public import ServerFixture
