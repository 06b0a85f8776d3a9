/// Groups of fields in a report about a mail, in the form of a mail's header. An empty line separates the groups (RFC
/// 3464 §2.1.1).
struct ReportFields {
    /// The groups. Each group maps the names of its fields, in lower case, to their values. If a group has several
    /// fields with the same name, only the first field is kept.
    private(set) var groups: [[String: String]] = []

    private static let mostGroups = 50
    private static let mostFields = 100
    /// The maximum number of characters that are kept of one line. A value can have several lines: once it has this
    /// many bytes, its remaining lines are ignored.
    private static let longestValue = 1000

    init(_ text: String) {
        var group: [String: String] = [:]
        var name = ""
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if line.allSatisfy(\.isWhitespace) {
                if !group.isEmpty { groups.append(group) }
                (group, name) = ([:], "")
                if groups.count == ReportFields.mostGroups { return }
            } else if let first = line.first, first.isWhitespace {
                // The line continues the value of the line before.
                if let value = group[name], value.utf8.count < ReportFields.longestValue {
                    group[name] = value + " " + ReportFields.trimmed(line)
                }
            } else if let colon = line.firstIndex(of: ":"), group.count < ReportFields.mostFields {
                name = ReportFields.trimmed(line[..<colon]).lowercased()
                if group[name] == nil {
                    group[name] = ReportFields.trimmed(line[line.index(after: colon)...])
                } else {
                    name = ""
                }
            } else {
                name = ""
            }
        }
        if !group.isEmpty { groups.append(group) }
    }

    private static func trimmed(_ text: Substring) -> String {
        let words = text.drop(while: \.isWhitespace).prefix(longestValue)
        return String(words.reversed().drop(while: \.isWhitespace).reversed())
    }
}
