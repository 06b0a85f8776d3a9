/// A fuzzer’s input, which is read from its beginning. A fuzz target uses the bytes to make choices, for example
/// which bytes of a file to change.
struct FuzzBytes {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isEmpty: Bool { rest.isEmpty }

    /// The next byte; 0 after the end of the input.
    mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// The next bytes. At the end of the input, the array has fewer than `count` bytes.
    mutating func bytes(_ count: Int) -> [UInt8] {
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func remaining() -> [UInt8] { bytes(rest.count) }

    /// The next bytes as a big-endian number. After the end of the input, every byte is 0.
    mutating func number(ofBytes count: Int) -> UInt64 {
        (0..<count).reduce(0) { number, _ in number << 8 | UInt64(byte()) }
    }

    mutating func choice<Element>(_ all: [Element]) -> Element { all[Int(byte()) % all.count] }
}
