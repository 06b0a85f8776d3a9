import Cryptography
import Languages
import Ticketing

/// The file of one key, such as `001.key`: text lines in any order after the title.
///
///     eventpass key v1
///     number: 1
///     state: active
///     created: 2026-11-21T09:00:00Z
///     check: 0123456789abcdef
///     secret: <64 hexadecimal digits>
///
/// A retired key also has a line `retired:` with a date, and a demonstration key has a line `public: yes`. A key with a
/// passphrase has no line `secret:`. Its secret is in a line `sealed: scrypt N r p SALT NONCE BOX`, with the last three
/// values in hexadecimal.
enum KeyFile {
    static let title = "eventpass key v1"
    static let suffix = ".key"
    private static let fields = ["number", "state", "created", "retired", "check", "public", "secret", "sealed"]

    static func name(_ number: UInt8) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 3 - digits.count) + digits + suffix
    }

    // MARK: Reading

    /// Parses the file of a key. If the key is sealed, the result has no secret yet.
    ///
    /// - Throws: `KeyRingError.unreadable` with the line number. The error never quotes the file, because the file may
    ///   contain a secret.
    static func key(parsing bytes: SecretBytes, path: String) throws -> IssuerKey {
        let lines = SecretLines(bytes)
        guard lines.count > 0, lines.isTitle(title) else {
            throw KeyRingError.unreadable(path: path, line: 1, .otherTitle, ["title": .text(title)])
        }
        var values = FieldValues(lines: lines, path: path)
        for line in 1..<lines.count {
            guard let field = lines.field(line, among: fields) else {
                throw KeyRingError.unreadable(path: path, line: line + 1, .otherLine)
            }
            try values.set(field.name, field.value, line: line)
        }
        guard lines.endsWithNewline else {
            throw KeyRingError.unreadable(path: path, line: lines.count, .cutOff)
        }
        return try key(values)
    }

    private static func key(_ values: FieldValues) throws -> IssuerKey {
        let number = try values.needed("number", .needsNumber) { text in
            UInt8(text).flatMap { String($0) == text ? $0 : nil }
        }
        let state = try values.needed("state", .needsState, IssuerKey.State.init(rawValue:))
        let created = try values.needed("created", .needsDate, UTCDate.moment)
        let check = try values.needed("check", .needsCheck) { text in
            Hexadecimal.bytes(text).flatMap { $0.count == 8 ? $0 : nil }
        }
        let isPublic = try values.optional("public", .needsYes) { $0 == "yes" ? true : nil } ?? false
        let retired = try values.optional("retired", .needsDate, UTCDate.moment)
        guard (state == .retired) == (retired != nil) else {
            throw values.problem("state", .retiredAndState)
        }
        let sealed = try values.optional("sealed", .needsSealed, SealedSecret.init(line:))
        let secret = try values.secret()
        guard (sealed == nil) != (secret == nil) else {
            throw values.problem("number", .secretAndSealed)
        }
        guard sealed == nil || !isPublic else { throw values.problem("sealed", .publicAndSealed) }
        return IssuerKey(
            number: number, state: state, created: created, retired: retired, check: check, isPublic: isPublic,
            secret: secret, sealed: sealed)
    }

    // MARK: Writing

    /// The bytes of a key's file. If the bytes contain a plain secret, the caller must wipe them.
    ///
    /// - Throws: `KeyRingError.retired` if `key` is not sealed and its secret is not in memory, for example because the
    ///   key is retired. The secret is then only in the existing file, and would be lost if the file were replaced.
    static func bytes(_ key: IssuerKey) throws -> [UInt8] {
        var text = "\(title)\nnumber: \(key.number)\nstate: \(key.state.rawValue)\n"
        text += "created: \(UTCDate.text(key.created))\n"
        if let retired = key.retired { text += "retired: \(UTCDate.text(retired))\n" }
        text += "check: \(Hexadecimal.text(key.check))\n"
        if key.isPublic { text += "public: yes\n" }
        if let sealed = key.sealed { return Array("\(text)sealed: \(sealed.line)\n".utf8) }

        guard let secret = key.secret else { throw KeyRingError.retired(key.number) }
        var bytes: [UInt8] = []
        // The capacity is reserved first, because a growing array would leave copies of the secret in memory.
        bytes.reserveCapacity(text.utf8.count + 128)
        bytes.append(contentsOf: "\(text)secret: ".utf8)
        secret.hexadecimal().withBytes { digits in
            for index in digits.indices { bytes.append(digits[index]) }
        }
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }
}

/// The fields of one key file. A field may occur only once.
private struct FieldValues {
    let lines: SecretLines
    let path: String
    private var found: [String: (line: Int, value: Range<Int>)] = [:]

    init(lines: SecretLines, path: String) {
        self.lines = lines
        self.path = path
    }

    mutating func set(_ name: String, _ value: Range<Int>, line: Int) throws {
        guard found.updateValue((line, value), forKey: name) == nil else {
            throw KeyRingError.unreadable(path: path, line: line + 1, .repeatedField, ["field": .text(name)])
        }
    }

    /// The error about a field, or about the last line if the field is missing.
    func problem(
        _ name: String, _ problem: KeyFileProblem, _ arguments: [String: SentenceArgument] = [:]
    ) -> KeyRingError {
        .unreadable(path: path, line: (found[name]?.line ?? lines.count - 1) + 1, problem, arguments)
    }

    func needed<Value>(_ name: String, _ problem: KeyFileProblem, _ read: (String) -> Value?) throws -> Value {
        guard let value = try optional(name, problem, read) else {
            throw self.problem(name, .missingField, ["field": .text(name)])
        }
        return value
    }

    /// The value of a field; nil if the field is missing.
    ///
    /// - Parameter problem: the problem to report if the value of the field is invalid.
    func optional<Value>(_ name: String, _ problem: KeyFileProblem, _ read: (String) -> Value?) throws -> Value? {
        guard let field = found[name] else { return nil }
        guard let value = read(lines.text(in: field.value)) else {
            throw self.problem(name, problem, ["field": .text(name)])
        }
        return value
    }

    func secret() throws -> SecretBytes? {
        guard let field = found["secret"] else { return nil }
        guard let secret = lines.secret(in: field.value), secret.count == 32 else {
            throw problem("secret", .needsSecret, ["field": "secret"])
        }
        return secret
    }
}

extension SealedSecret {
    fileprivate init?(line: String) {
        let parts = line.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 7, parts[0] == "scrypt", let n = UInt64(parts[1]), let r = UInt64(parts[2]),
            let p = UInt64(parts[3]), let salt = Hexadecimal.bytes(parts[4]), let nonce = Hexadecimal.bytes(parts[5]),
            let box = Hexadecimal.bytes(parts[6]), salt.count == SealedSecret.saltLength,
            nonce.count == AESGCM.nonceLength, box.count == 32 + AESGCM.tagLength,
            case let cost = Scrypt.Cost(n: n, r: r, p: p), SealedSecret.isReasonable(cost)
        else { return nil }
        self.init(cost: cost, salt: salt, nonce: nonce, box: box)
    }

    fileprivate var line: String {
        let bytes = [salt, nonce, box].map(Hexadecimal.text).joined(separator: " ")
        return "scrypt \(cost.n) \(cost.r) \(cost.p) \(bytes)"
    }
}
