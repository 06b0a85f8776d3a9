import Cryptography

/// The lines of a file that may contain a secret. The lines stay in memory that is wiped after use. Only the methods
/// named `text` copy a line to a `String`, which is not wiped.
struct SecretLines {
    private let bytes: SecretBytes
    private let ranges: [Range<Int>]
    /// Whether the last line ends with a line feed.
    let endsWithNewline: Bool

    init(_ bytes: SecretBytes) {
        self.bytes = bytes
        (ranges, endsWithNewline) = bytes.withBytes { bytes in
            var ranges: [Range<Int>] = []
            var start = 0
            for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
                ranges.append(start..<index)
                start = index + 1
            }
            let isEnded = start == bytes.count
            if !isEnded { ranges.append(start..<bytes.count) }
            return (ranges, isEnded)
        }
    }

    var count: Int { ranges.count }

    func isTitle(_ title: String) -> Bool {
        let range = ranges[0]
        return bytes.withBytes { bytes in range.map { bytes[$0] } } == Array(title.utf8)
    }

    /// The text of a whole line. Must not be called for a line that may contain a secret.
    func text(_ line: Int) -> String { text(in: ranges[line]) }

    /// The field name in a line of the form `NAME: VALUE`, and the range of the value; nil if the name is not one of
    /// `names`.
    func field(_ line: Int, among names: [String]) -> (name: String, value: Range<Int>)? {
        let range = ranges[line]
        for name in names {
            let prefix = Array("\(name): ".utf8)
            guard range.count > prefix.count else { continue }
            let isIt = bytes.withBytes { bytes in
                prefix.indices.allSatisfy { bytes[range.lowerBound + $0] == prefix[$0] }
            }
            if isIt { return (name, range.lowerBound + prefix.count..<range.upperBound) }
        }
        return nil
    }

    func text(in range: Range<Int>) -> String {
        bytes.withBytes { bytes in String(decoding: range.map { bytes[$0] }, as: UTF8.self) }
    }

    /// Decodes the hexadecimal digits in a range, without creating a `String` that would leave the secret in memory.
    /// Returns nil if the digits are malformed.
    func secret(in range: Range<Int>) -> SecretBytes? {
        bytes.withBytes { SecretBytes(hexadecimal: $0.extracting(range)) }
    }
}
