import Cryptography
import Languages

/// The file `register`: the numbers of all keys that ever existed, with their check values. The register prevents the
/// number of a deleted key from being reused.
struct KeyRegister {
    static let name = "register"
    private static let title = "eventpass key register v1"

    /// The check value of each key, by the key's number.
    private(set) var checks: [UInt8: [UInt8]] = [:]

    init() {}

    /// Parses the file.
    ///
    /// - Throws: `KeyRingError.unreadable` with the line number.
    init(parsing bytes: SecretBytes, path: String) throws {
        let lines = SecretLines(bytes)
        func unreadable(
            _ line: Int, _ problem: KeyFileProblem, _ arguments: [String: SentenceArgument] = [:]
        ) -> KeyRingError {
            .unreadable(path: path, line: line + 1, problem, arguments)
        }
        guard lines.count > 0, lines.text(0) == KeyRegister.title else {
            throw unreadable(0, .otherTitle, ["title": .text(KeyRegister.title)])
        }
        guard lines.endsWithNewline else { throw unreadable(lines.count - 1, .cutOff) }
        for line in 1..<lines.count {
            let parts = lines.text(line).split(separator: " ", omittingEmptySubsequences: false)
            guard parts.count == 2, let number = UInt8(parts[0]), String(number) == parts[0],
                let check = Hexadecimal.bytes(parts[1]), check.count == 8
            else { throw unreadable(line, .notAnEntry) }
            guard checks.updateValue(check, forKey: number) == nil else {
                throw unreadable(line, .repeatedKey, ["number": "\(number)"])
            }
        }
    }

    /// The next free number: one more than the highest number ever used, or 1 for a new key ring. Nil if the number 255
    /// was used.
    var next: UInt8? {
        guard let highest = checks.keys.max() else { return 1 }
        return highest < 255 ? highest + 1 : nil
    }

    mutating func register(_ number: UInt8, check: [UInt8]) { checks[number] = check }

    var bytes: [UInt8] {
        let lines = checks.sorted { $0.key < $1.key }.map { "\($0.key) \(Hexadecimal.text($0.value))\n" }
        return Array("\(KeyRegister.title)\n\(lines.joined())".utf8)
    }
}
