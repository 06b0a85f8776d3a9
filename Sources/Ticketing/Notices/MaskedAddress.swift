extension Notice {
    /// An e-mail address or phone number, shortened so that its owner still recognizes it: `g…@example.org`, `+25…56`.
    public static func masked(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@") else { return "\(address.prefix(3))…\(address.suffix(2))" }
        return "\(address[..<at].prefix(1))…\(address[at...])"
    }
}
