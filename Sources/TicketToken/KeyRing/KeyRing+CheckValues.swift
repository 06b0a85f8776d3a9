extension KeyRing {
    /// The numbers and check values of the keys. The database stores them, so that the program later refuses a key that
    /// has one of these numbers but another secret. The check values do not reveal the secrets.
    public var checkValues: [(number: UInt8, check: [UInt8])] { keys.map { ($0.number, $0.check) } }
}
