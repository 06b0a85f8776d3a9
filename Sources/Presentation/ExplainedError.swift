package import Languages
package import Ticketing

/// An error with its kind, the kind of object that it is about, the invalid fields, and a hint about the next step.
package protocol ExplainedError: Error, SentenceConvertible {
    var kind: ErrorKind { get }
    var subject: ErrorSubject { get }
    /// The invalid fields of the input, each with its allowed values; empty if the error is not about fields.
    var fields: [FieldFault] { get }
    /// Advice on how to resolve the error, phrased for the command line; nil if there is no advice.
    var hint: Sentence? { get }
}

extension ExplainedError {
    package var fields: [FieldFault] { [] }
    package var hint: Sentence? { nil }

    /// `kind`, `subject` and `fields` as members of a JSON object.
    package var members: [(String, JSON)] { ErrorShape(kind: kind, subject: subject, fields: fields).members }
}

/// The machine-readable part of an error.
package struct ErrorShape: Hashable, Sendable {
    package let kind: ErrorKind
    package let subject: ErrorSubject
    package let fields: [FieldFault]

    package init(kind: ErrorKind, subject: ErrorSubject, fields: [FieldFault] = []) {
        self.kind = kind
        self.subject = subject
        self.fields = fields
    }

    package init(_ error: any ExplainedError) {
        self.init(kind: error.kind, subject: error.subject, fields: error.fields)
    }

    /// The members of a JSON object. In the name of a field, `_` separates the words. (In the options of commands, `-`
    /// separates them.)
    package var members: [(String, JSON)] {
        [
            ("kind", .string(kind.rawValue)), ("subject", .string(subject.rawValue)),
            (
                "fields",
                .array(
                    fields.map { fault in
                        .object([
                            ("field", .string(fault.field.replacing("-", with: "_"))),
                            ("allowed", .string(fault.allowed.english)),
                        ])
                    })
            ),
        ]
    }
}
