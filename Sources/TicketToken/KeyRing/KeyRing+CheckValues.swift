extension KeyRing {
    /// The numbers and check values of the keys. They are stored in the database, so that the keys can be recognized
    /// later. The check values do not reveal the secrets.
    public var checkValues: [(number: UInt8, check: [UInt8])] { keys.map { ($0.number, $0.check) } }
}
