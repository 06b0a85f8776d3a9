package import Languages
package import Presentation

/// The reason why a layout cannot be loaded.
package enum LayoutFolderError: ExplainedError, Hashable {
    case notFound(String, known: [String], userFolder: String)
    case invalid(path: String, fault: Sentence)
    case picture(path: String, fault: Sentence)
    case tooLarge(path: String, mebibytes: Int)

    enum Text: String, SentenceKey {
        static let subject = "layoutFolderError"

        case notFound = "no layout “{name}”; available: {names}"
        case invalid = "the layout {path} cannot be used: {fault}"
        case picture = "{path}: {fault}"
        case tooLarge = "{path} has more than {limit} MiB"

        case notFoundHint =
            "choose an available layout, or give the path of a .json file; your own layouts go in {folder}"
        case invalidHint = "Docs/Printing.md lists every key"
        case tooLargeHint = "make the file smaller"
    }

    package var sentence: Sentence {
        switch self {
        case .notFound(let name, let known, _):
            Sentence(Text.notFound, ["name": .text(name), "names": .text(known.joined(separator: ", "))])
        case .invalid(let path, let fault):
            Sentence(Text.invalid, ["path": .text(path), "fault": .sentence(fault)])
        case .picture(let path, let fault):
            Sentence(Text.picture, ["path": .text(path), "fault": .sentence(fault)])
        case .tooLarge(let path, let mebibytes):
            Sentence(Text.tooLarge, ["path": .text(path), "limit": .number(mebibytes)])
        }
    }

    package var subject: ErrorSubject { .layout }

    package var kind: ErrorKind {
        switch self {
        case .notFound: .notFound
        case .invalid, .picture, .tooLarge: .invalidInput
        }
    }

    package var hint: Sentence? {
        switch self {
        case .notFound(_, _, let own): Sentence(Text.notFoundHint, ["folder": .text(own)])
        case .invalid: Sentence(Text.invalidHint)
        case .picture: nil
        case .tooLarge: Sentence(Text.tooLargeHint)
        }
    }
}
