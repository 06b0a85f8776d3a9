import Gate
import Presenting

extension ScannerTestJSON {
    var lines: [String] {
        var lines: [String] = []
        if case .read(let setup) = finding {
            lines.append("layout     \(setup.layout.rawValue)")
            lines.append("caps lock  \(setup.typesLowercase ? "on, or the scanner types small letters" : "off")")
            lines.append("prefix     \(setup.prefix.isEmpty ? "none" : setup.prefix.visible)")
            lines.append("suffix     \(setup.suffix.words)")
        }
        lines.append("tickets    \(isReady ? "will be read" : "will not be read")")
        return lines + advice.map { "→ \($0)" }
    }
}

extension ScannerTest.Suffix {
    fileprivate var words: String {
        switch self {
        case .none: "none"
        case .enter: "Enter"
        case .tab: "Tab"
        case .other(let text): text.visible
        }
    }
}
