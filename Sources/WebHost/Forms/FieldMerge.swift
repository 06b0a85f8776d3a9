import Cryptography
package import Languages

/// A three-way merge of a form field. It compares the value that was stored when the form was opened, the value that is
/// stored now, and the value that the user typed. So two users do not overwrite each other’s changes.
package enum FieldMerge {
    /// The name of the hidden field that contains the hash of a visible field’s stored value.
    package static func name(_ field: String) -> String { prefix + field }

    static let prefix = "seen-"

    /// The first half of the SHA-256 hash of a text. A form contains this hash instead of a second copy of the text.
    ///
    /// - Throws: `OpenSSLError`.
    package static func fingerprint(_ text: String) throws -> String {
        Hexadecimal.text(Array(try SHA256.digest(Array(text.utf8)).prefix(16)))
    }

    package enum Outcome { case keep, change, conflict }

    /// Decides whether to keep the stored value, to set the typed value, or to report a conflict.
    ///
    /// - Parameters:
    ///   - typed: The value in the form.
    ///   - current: The value that is stored now.
    ///   - seen: The hash of the value that was stored when the form was opened.
    /// - Throws: `OpenSSLError`.
    package static func outcome(typed: String, current: String, seen: String?) throws -> Outcome {
        if typed == current { return .keep }
        if try fingerprint(current) == seen { return .change }
        // Another user has changed the value, and the user of this form has not changed it.
        if try fingerprint(typed) == seen { return .keep }
        return .conflict
    }
}

/// The error if a form changes a field, and another user has changed the same field while the form was open.
package struct EditConflict: Error {
    /// The stored value of each field that both users changed, by field name. The value is the text that the form
    /// displays.
    package let fields: [String: Sentence]
}
