extension KeyRing {
    /// What a store may know of the keys: number and check value, never the key.
    public var checkValues: [(number: UInt8, check: [UInt8])] { keys.map { ($0.number, $0.check) } }
}
