import Foundation
import Languages
import Spreadsheet
import Ticketing
import WebHost

/// A column of a list at the desk.
struct ListColumn: Sendable {
    let heading: Sentence
    /// The kind of most values of the column. If it is a kind of number, the texts of the column are aligned at their
    /// ends.
    let kind: WorksheetColumn.Kind
    /// The name of the column in URLs that sort the list; nil if the list cannot be sorted by this column.
    let sort: String?

    init(_ heading: Sentence, _ kind: WorksheetColumn.Kind = .text, sort: String? = nil) {
        self.heading = heading
        self.kind = kind
        self.sort = sort
    }

    var isNumber: Bool {
        switch kind {
        case .integer, .decimal: true
        case .text, .date: false
        }
    }
}

/// The value of a column in one row, in two forms: one for pages and PDFs, and one for spreadsheets.
struct ListCell: Sendable {
    /// The text on the page; nil for an empty cell.
    let text: Sentence?
    /// The colour of the badge that contains the text; nil for a text without a badge.
    let tone: BadgeTone?
    /// The value in a spreadsheet; nil if the spreadsheet stores `text`.
    private let value: WorksheetCell?

    init(_ text: Sentence?, tone: BadgeTone? = nil, _ value: WorksheetCell? = nil) {
        self.text = text
        self.tone = tone
        self.value = value
    }

    /// A text that is the same in all languages, such as a name; nil for an empty cell.
    init(_ text: String?) { self.init(text.map(Sentence.verbatim)) }

    init(_ number: Int) { self.init(.verbatim("\(number)"), .integer(Int64(number))) }

    /// An amount; nil for an empty cell.
    init(_ amount: Money?) {
        self.init(
            amount.map { .verbatim($0.displayText) },
            amount.map { .decimal(units: $0.minorUnits, places: Money.decimals(of: $0.currency)) })
    }

    /// A local time; nil for an empty cell.
    init(_ time: Instant?, in zone: TimeZone) {
        self.init(time.map { .verbatim($0.minuteText(in: zone)) }, time.map { ListCell.date($0, in: zone) })
    }

    /// A local time. The page also shows the name of the time zone. If there is no time, the page shows the sentence
    /// that is passed as `none`.
    init(_ time: Instant?, zonedIn zone: TimeZone, none: Sentence) {
        self.init(
            time.map { Sentence.verbatim($0.zonedText(in: zone)) } ?? none,
            time.map { ListCell.date($0, in: zone) } ?? WorksheetCell.empty)
    }

    private static func date(_ time: Instant, in zone: TimeZone) -> WorksheetCell {
        let seconds = (Double(time.milliseconds) / 1000).rounded(.down)
        let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds))
        return .date(WorksheetDate(secondsSince1970: Int64(seconds), offset: offset))
    }

    func cell(in language: Language) -> WorksheetCell {
        value ?? text.map { .text($0.text(in: language)) } ?? .empty
    }
}

/// A row of a list.
struct ListRow: Sendable {
    /// The value of the row’s checkbox, unique in the list.
    let id: String
    /// The path of the page about the row.
    let path: String
    /// One cell for each column. The first cell is the heading of the row.
    let cells: [ListCell]
}

/// A field above a list that limits the list to some of its rows.
struct ListFilter: Sendable {
    /// The name in URLs and forms.
    let name: String
    let label: Sentence
    /// All choices except the choice that shows all rows.
    let choices: [(value: String, label: Sentence)]
    var everythingLabel = Sentence(DeskListSentence.everything)
    /// Whether the page offers the choices as tabs above the list, and not in a field.
    var isTab = false

    /// The value of the choice that shows all rows.
    private static let everything = ""

    var field: FormField {
        FormField(
            name, label,
            .choice(
                [.init(ListFilter.everything, everythingLabel)]
                    + choices.map { .init($0.value, $0.label) }),
            id: "filter-\(name)")
    }
}
