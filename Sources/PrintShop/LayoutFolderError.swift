package import Presenting

/// Why a layout can't be had.
package enum LayoutFolderError: ExplainedError, Hashable {
    case unknown(String, known: [String], own: String)
    case faulty(path: String, fault: String)
    case picture(path: String, fault: String)
    case tooLarge(path: String, mebibytes: Int)

    package var description: String {
        switch self {
        case .unknown(let name, let known, _):
            "there is no layout “\(name)”; there are \(known.joined(separator: ", "))"
        case .faulty(let path, let fault): "the layout \(path) can't be used: \(fault)"
        case .picture(let path, let fault): "\(path): \(fault)"
        case .tooLarge(let path, let mebibytes): "\(path) has more than \(mebibytes) MiB"
        }
    }

    package var kind: ErrorKind {
        switch self {
        case .unknown: .unknown
        case .faulty, .picture, .tooLarge: .badInput
        }
    }

    package var hint: String? {
        switch self {
        case .unknown(_, _, let own):
            "give one of them, or the path of a .json file; your own may stand in \(own)"
        case .faulty: "Docs/Printing.md lists every key"
        case .picture: nil
        case .tooLarge: "save it smaller"
        }
    }
}
