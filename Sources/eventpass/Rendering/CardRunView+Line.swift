import Management
import Presenting
import PrintShop
import Printing

extension CardRunJSON {
    var line: String {
        "\(counted(cards, "card")) for \(function.name.visible) on \(counted(sheets, "sheet")) in \(file.visible)"
    }

    /// Prints warnings of a print run on standard error.
    func remark(_ notes: RenderingWarnings, onTables: Bool) {
        for sentence in notes.sentences { StandardError.say("warning: \(sentence.visible)") }
        let rest = seating.withoutTable
        if onTables, !rest.isEmpty {
            StandardError.say(
                "warning: \(counted(rest.count, "person", "people")) without a table \(rest.count == 1 ? "has" : "have") no card: \(CardRunJSON.list(rest.prefix(10).map(\.name), of: rest.count))"
            )
        }
    }

    private static func list(_ names: [String], of count: Int) -> String {
        names.map(\.visible).joined(separator: ", ") + (count > names.count ? ", …" : "")
    }
}
