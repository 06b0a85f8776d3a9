import Languages
import WebHost

/// The parts of a list that do not depend on its rows: its path, columns, filters, search field and actions.
struct ListLayout: Sendable {
    /// An action for several rows, which the bar below the list offers.
    struct BulkAction: Sendable {
        let name: String
        let label: Sentence
        /// Whether the action cancels or refunds something. Its button then warns the user.
        var isDangerous = false
    }

    /// The path of the page with the list. Forms send searches to `PATH/search`, and actions for several rows to
    /// `PATH/bulk`.
    let path: String
    /// The name of the table for screen readers.
    let label: Sentence
    let columns: [ListColumn]
    let defaultSort: ListSort
    let filters: [ListFilter]
    /// Whether the page hides the fields of the filters until the user opens them or a filter is set.
    var foldsFilters = false
    let search: FormField
    /// The text of the link from the result of a search to the whole list.
    let wholeList: Sentence
    /// The actions for several rows; empty if rows cannot be selected.
    var actions: [BulkAction] = []

    var searchPath: String { "\(path)/search" }
    var bulkPath: String { "\(path)/bulk" }

    /// The sorting and the filters of a list, as the query of a URL. Nil for the default sorting without filters.
    func query(of state: ListState) -> String? {
        state.sort == defaultSort && state.filters.isEmpty ? nil : state.query()
    }
}
