import Management
import Presenting
import PrintShop
import Printing

extension CardRunView {
    var line: String {
        "\(counted(cards, "card")) for \(function.name.visible) on \(counted(sheets, "sheet")) in \(file.visible)"
    }

    /// Says on standard error what came up.
    func remark(_ notes: DrawingNotes, onTables: Bool) {
        for sentence in notes.sentences { StandardError.say("warning: \(sentence.visible)") }
        let rest = seating.withoutTable
        if onTables, !rest.isEmpty {
            StandardError.say(
                "warning: \(counted(rest.count, "person", "people")) without a table \(rest.count == 1 ? "is" : "are") on no card: \(CardRunView.list(rest.prefix(10).map(\.name), of: rest.count))"
            )
        }
    }

    private static func list(_ names: [String], of count: Int) -> String {
        names.map(\.visible).joined(separator: ", ") + (count > names.count ? ", …" : "")
    }
}
