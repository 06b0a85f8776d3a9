import WebHost

/// The column by which a list is sorted, and the direction. In a URL, the sorting is the name of the column, such as
/// `total`. A hyphen before the name means that the largest value comes first: `-total`.
struct ListSort: Hashable, Sendable {
    let column: String
    var isDescending = false

    init(_ column: String, descending isDescending: Bool = false) {
        self.column = column
        self.isDescending = isDescending
    }

    /// Reads the value in a URL. Nil if the value names none of the columns.
    init?(_ text: String, among columns: [ListColumn]) {
        let isDescending = text.hasPrefix("-")
        let name = isDescending ? String(text.dropFirst()) : text
        guard columns.contains(where: { $0.sort == name }) else { return nil }
        self.init(name, descending: isDescending)
    }

    var text: String { isDescending ? "-\(column)" : column }
}

/// The part of a list that a page shows: the sorting, the filters, the search text, and the row after which the page
/// begins. URLs can contain all of these except the search text. The search text is only in the body of a request,
/// because URLs must not contain names of people.
struct ListState: Sendable {
    static let sortName = "sort"
    static let afterName = "after"
    static let textName = "text"

    let sort: ListSort
    /// The chosen values of the filters, by the names of the filters.
    let filters: [String: String]
    /// The search text; nil if the page lists all rows.
    let text: String?
    /// The id of the last row of the previous page; nil for the first page.
    let after: String?

    /// Reads the parameters of a list. Unknown values are ignored.
    ///
    /// - Parameter value: Takes the name of a parameter, and returns the parameter’s value; nil if the request lacks
    ///   the parameter.
    init(_ layout: ListLayout, text: String? = nil, _ value: (String) throws -> String?) rethrows {
        sort =
            try value(ListState.sortName).flatMap { ListSort($0, among: layout.columns) } ?? layout.defaultSort
        var filters: [String: String] = [:]
        for filter in layout.filters {
            guard let chosen = try value(filter.name), filter.choices.contains(where: { $0.value == chosen }) else {
                continue
            }
            filters[filter.name] = chosen
        }
        self.filters = filters
        self.text = text
        after = try value(ListState.afterName).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The sorting and the filters as parameters.
    ///
    /// - Parameter sort: The sorting to use instead of the current sorting; nil to keep the current sorting.
    func fields(sortedBy sort: ListSort? = nil) -> [(name: String, value: String)] {
        [(name: ListState.sortName, value: (sort ?? self.sort).text)]
            + filters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }

    /// The parameters as the query of a URL, without the search text.
    func query(sortedBy sort: ListSort? = nil, after: String? = nil) -> String {
        let fields = fields(sortedBy: sort) + (after.map { [(name: ListState.afterName, value: $0)] } ?? [])
        return FormFields(values: fields).encoded
    }
}
