import ArgumentParser
import Languages
import Management
import Presentation
import Printing
import Spreadsheet
import Ticketing

extension PaperListOrder: ArgumentValue {}

struct GateListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass gate list new-year > list.txt
                  eventpass gate list new-year --by code --csv list.csv
                  eventpass gate list north.gate --sub-event reception --json | jq .name
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandGateList"

        case abstract = "Print a check-in list for gates that cannot scan."
        case discussion =
            """
            The list has all tickets that a gate would admit, sorted by the holder's name or by code, with a box for \
            each person who is not inside yet. A list for a sub-event contains the guests who are invited to that \
            sub-event. Record the check-ins with “eventpass gate enter”.

            {examples}
            """
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var list: PaperListOptions

    @OptionGroup var table: CSVOption
    @OptionGroup var replacing: ReplaceOption

    func validate() throws { try table.check(with: output, replacing) }

    func run() throws {
        let source = try list.open(global)
        let written =
            if let csv = table.csv {
                try writeCSV(source, to: csv)
            } else {
                try output.json ? writeJSON(source) : write(source)
            }
        guard let summary = written else { return }
        StandardError.say(PaperListSource.counts(summary))
        source.printNextSteps(summary)
    }

    /// Writes one JSON object per line.
    private func writeJSON(_ source: PaperListSource) throws -> PaperListSummary {
        var lines = LineBuffer()
        let summary = try source.forEach { listed in
            try lines.line(ListedTicketJSON(listed: listed, type: source.typeName(listed)).json)
        }
        try lines.flush()
        return summary
    }

    private func write(_ source: PaperListSource) throws -> PaperListSummary {
        var page = PaperListPage(title: source.title, about: about(source), language: source.language.words)
        var lines = LineBuffer()
        let summary = try source.forEach { listed in
            for line in page.lines(of: listed, type: source.typeName(listed)) { try lines.line(line) }
        }
        if summary.tickets == 0 { for line in page.header(page: 1) { try lines.line(line) } }
        try lines.flush()
        return summary
    }

    /// The second line of a page's header.
    private func about(_ source: PaperListSource) -> String {
        let sentence =
            switch source.order {
            case .name: PaperSentence.madeByName
            case .code: PaperSentence.madeByCode
            }
        return source.language.text(sentence, ["time": .text(source.madeText)])
    }

    private func writeCSV(_ source: PaperListSource, to path: String) throws -> PaperListSummary? {
        let sheet = Worksheet(
            name: "list",
            columns: ["code", "time", "gate", "count", "name", "type"].map { WorksheetColumn($0, .text) }
                + [WorksheetColumn("free", .integer), WorksheetColumn("guests", .text)])
        var summary: PaperListSummary?
        try table.write(sheet, to: path, replacing, global.terminal()) { append in
            summary = try source.forEach { listed in
                try append([
                    .text(listed.ticket.code.description), .empty, .empty, .empty, .text(listed.name ?? ""),
                    .text(source.typeName(listed)), .integer(Int64(listed.remainingPeople)),
                    .text(listed.guests.joined(separator: ", ")),
                ])
            }
        }
        return summary
    }
}

/// The pages of a paper list: 80 columns of text, for printers and terminals.
struct PaperListPage {
    /// The maximum number of lines on a page below the header. A printed page has 60 lines in total.
    private static let length = 55
    private static let name = 32
    private static let type = 16
    private static let code = 9
    private static let indentation = 7
    private static let width = 80
    private static let mostGuestLines = 20

    let title: String
    /// The second line of the header: the sort order, and the time at which the list was made.
    let about: String
    private let language: Language
    private var page = 0
    private var used = 0

    /// - Parameter language: the language of the headings.
    init(title: String, about: String, language: Language = .english) {
        self.title = title
        self.about = about
        self.language = language
    }

    /// The header of a page: the title and the column headings. From the second page on, a form feed precedes the
    /// title.
    func header(page: Int) -> [String] {
        let number = language.text(PaperSentence.pageNumber, ["page": .text("\(page)")])
        let heading = "\(PaperListPage.fitted(title, 60))  \(number)"
        let name = language.text(PaperSentence.name).fitted(toColumns: Self.name)
        let type = language.text(PaperSentence.type).fitted(toColumns: Self.type)
        let code = language.text(PaperSentence.code).fitted(toColumns: Self.code)
        let time = language.text(PaperSentence.time)
        return [
            page > 1 ? "\u{C}\(heading)" : heading, about, "    \(name)  \(type)  \(code)  \(time)", "",
        ]
    }

    /// A ticket's line and the lines of the ticket's guests. If the current page has too little space for these lines,
    /// a new page begins.
    mutating func lines(of listed: PaperListTicket, type: String) -> [String] {
        let lines = PaperListPage.lines(of: listed, type: type)
        guard page == 0 || used > 0 && used + lines.count > PaperListPage.length else {
            used += lines.count
            return lines
        }
        page += 1
        used = lines.count
        return header(page: page) + lines
    }

    static func lines(of listed: PaperListTicket, type: String) -> [String] {
        let boxes = listed.remainingPeople == 1 ? "[ ]" : "[ ]×\(listed.remainingPeople)"
        let line =
            "\(boxes.fitted(toColumns: 6)) \(fitted(listed.name ?? "–", name - 3))  \(fitted(type, Self.type))  \(listed.ticket.code)  __:__"
        guard !listed.guests.isEmpty else { return [line] }
        let guests = listed.guests.map(\.visible).joined(separator: ", ")
        let margin = String(repeating: " ", count: indentation)
        return [line] + guests.wrapped(toColumns: width - indentation, lines: mostGuestLines).map { margin + $0 }
    }

    private static func fitted(_ text: String, _ width: Int) -> String { text.visible.fitted(toColumns: width) }
}
