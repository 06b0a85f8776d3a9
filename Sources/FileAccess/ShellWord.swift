extension String {
    /// The text as one word of a command line: in single quotes if a shell could change it, otherwise unchanged.
    ///
    /// A text that begins with a minus sign is also quoted. But the program that gets the word can read it as an option
    /// even if it is quoted.
    public var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"):
                true
            default: false
            }
        }
        if isPlain, !isEmpty, !hasPrefix("-") { return self }
        return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
