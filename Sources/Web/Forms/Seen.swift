import Cryptography

/// What a form saw of a field when it was opened, so that two who edit the same thing do not undo each other's work.
enum Seen {
    /// The name of the field that carries the mark of another.
    static func name(_ field: String) -> String { prefix + field }

    static let prefix = "seen-"

    /// The first half of a text's SHA-256: forms carry it, and not the text a second time.
    ///
    /// - Throws: `OpenSSLError`.
    static func mark(_ text: String) throws -> String {
        Hexadecimal.text(Array(try SHA256.digest(Array(text.utf8)).prefix(16)))
    }

    enum Outcome { case keep, put, clash }

    /// What becomes of a field.
    ///
    /// - Parameters:
    ///   - typed: what the form has.
    ///   - current: what is there now.
    ///   - seen: the mark of what was there when the form was opened.
    /// - Throws: `OpenSSLError`.
    static func outcome(typed: String, current: String, seen: String?) throws -> Outcome {
        if typed == current { return .keep }
        if try mark(current) == seen { return .put }
        // Changed by somebody else, and not here.
        if try mark(typed) == seen { return .keep }
        return .clash
    }
}

/// Others have changed the same fields while a form was open.
struct EditClash: Error {
    /// What is there now in words, by field.
    let fields: [String: String]
}
