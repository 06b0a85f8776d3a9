package import Presentation

/// The reason why a layout cannot be loaded.
package enum LayoutFolderError: ExplainedError, Hashable {
    case notFound(String, known: [String], userFolder: String)
    case invalid(path: String, fault: String)
    case picture(path: String, fault: String)
    case tooLarge(path: String, mebibytes: Int)

    package var description: String {
        switch self {
        case .notFound(let name, let known, _):
            "no layout “\(name)”; available: \(known.joined(separator: ", "))"
        case .invalid(let path, let fault): "the layout \(path) cannot be used: \(fault)"
        case .picture(let path, let fault): "\(path): \(fault)"
        case .tooLarge(let path, let mebibytes): "\(path) has more than \(mebibytes) MiB"
        }
    }

    package var subject: ErrorSubject { .layout }

    package var kind: ErrorKind {
        switch self {
        case .notFound: .notFound
        case .invalid, .picture, .tooLarge: .invalidInput
        }
    }

    package var hint: String? {
        switch self {
        case .notFound(_, _, let own):
            "choose an available layout, or give the path of a .json file; your own layouts go in \(own)"
        case .invalid: "Docs/Printing.md lists every key"
        case .picture: nil
        case .tooLarge: "make the file smaller"
        }
    }
}
