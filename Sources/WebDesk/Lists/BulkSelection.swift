import Languages
import Ticketing
import WebHost

/// The rows for which a member chose an action: the ticked rows, or all rows of the list.
struct BulkSelection: Sendable {
    static let ticked = "ticked"
    private static let all = "all"
    static let rowName = "row"
    static let actionName = "action"

    static let field = FormField(
        "rows", Sentence(DeskListSentence.rows),
        .choice([
            .init(ticked, Sentence(DeskListSentence.tickedRows)), .init(all, Sentence(DeskListSentence.allRows)),
        ]))

    /// The ids of the ticked rows.
    let rows: [String]
    /// The choice between the ticked rows and all rows of the list.
    let choice: String
    let state: ListState
    let layout: ListLayout

    init(_ layout: ListLayout, _ form: FormFields) throws {
        self.layout = layout
        let text = try form.typed(ListState.textName)
        state = try ListState(layout, text: text) { try form.value($0) }
        // Repeated rows are left out, so that the rows are counted correctly.
        var known: Set<String> = []
        rows = form.values(BulkSelection.rowName).filter { known.insert($0).inserted }
        choice = try form.value(BulkSelection.field.name) ?? BulkSelection.ticked
    }

    /// The ids of the rows to which the action applies; nil for all rows of the list.
    var ids: [String]? { choice == BulkSelection.all ? nil : rows }

    /// The path of the list after an action. The page then shows the result of the action. The path has the sorting and
    /// the filters of the list, but no search text.
    ///
    /// - Parameter change: The pending change that the page announces; nil if there is none.
    func path(_ result: FlashMessage.Kind, announcing change: PendingChangeID? = nil) -> String {
        FlashMessage.path(layout.path, result) + (change.map { "&\(PendingChange.parameter)=\($0)" } ?? "")
            + (layout.query(of: state).map { "&\($0)" } ?? "")
    }
}
