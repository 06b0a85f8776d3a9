import Languages

/// The problems that the files of a key ring can have.
enum KeyFileProblem: String, SentenceKey {
    static let subject = "keyFileProblem"

    // All files
    case otherTitle = "the first line is not “{title}”"
    case cutOff = "the last line is cut off"
    case tooLong = "the file is far too long"

    // The lines of a key file
    case otherLine = "not a line of a key file"
    case repeatedField = "“{field}:” appears twice"
    case missingField = "“{field}:” is missing"
    case needsNumber = "“{field}:” needs a number from 0 to 255"
    case needsState = "“{field}:” needs active, verify-only or retired"
    case needsDate = "“{field}:” needs a date such as 2026-11-21T09:00:00Z"
    case needsCheck = "“{field}:” needs 16 hexadecimal digits"
    case needsYes = "“{field}:” needs the value yes"
    case needsSealed =
        "“{field}:” needs the word scrypt, three numbers within their limits, the salt, the nonce and the ciphertext"
    case needsSecret = "“{field}:” needs 64 hexadecimal digits"
    case retiredAndState = "“retired:” is required for a retired key and not allowed otherwise"
    case secretAndSealed = "a key must have either “secret:” or “sealed:”, not both"
    case publicAndSealed = "a demonstration key (“public: yes”) cannot be sealed"
    case otherFileName = "key {number} belongs in {name}"

    // The register
    case notAnEntry = "a line must contain a number from 0 to 255 and 16 hexadecimal digits"
    case repeatedKey = "key {number} appears twice"

    // Sealed key rings
    case notSealedRing = "it is not a sealed key ring"
    case damaged = "its contents are damaged"
}

extension KeyRingError {
    /// The error about a problem in one line of a file, counted from 1.
    static func unreadable(
        path: String, line: Int, _ problem: KeyFileProblem, _ arguments: [String: SentenceArgument] = [:]
    ) -> KeyRingError {
        .unreadable(path: path, line: line, problem: Sentence(problem, arguments))
    }
}
