import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The list of the messages of one tab: its columns, filters and rows, on the page and in exports.
struct OutboxList: SelectableList {
    static let kindName = "kind"
    private static let searchedAtOnce = 1000

    let outbox: OutboxPage.Outbox
    let tab: OutboxPage.Tab
    /// The actions for several messages that the user may perform.
    let actions: [OutboxBulkPages.Action]
    let layout: ListLayout

    init(_ outbox: OutboxPage.Outbox, _ tab: OutboxPage.Tab, actions: [OutboxBulkPages.Action]) {
        self.outbox = outbox
        self.tab = tab
        self.actions = actions
        layout = ListLayout(
            path: outbox.path, label: Sentence(DeskSentence.messages),
            columns: [
                ListColumn(Sentence(DeskSentence.since), .date, sort: NoticeQuery.Column.created.rawValue),
                ListColumn(Sentence(DeskOutboxSentence.message), sort: NoticeQuery.Column.kind.rawValue),
                ListColumn(Sentence(DeskOutboxSentence.recipient), sort: NoticeQuery.Column.recipient.rawValue),
                ListColumn(Sentence(DeskOutboxSentence.about)),
                ListColumn(Sentence(DeskSentence.state), sort: NoticeQuery.Column.state.rawValue),
                ListColumn(Sentence(DeskSentence.details)),
            ],
            defaultSort: ListSort(NoticeQuery.Column.created.rawValue, descending: true),
            filters: [
                ListFilter(
                    name: OutboxPage.tabParameter, label: Sentence(DeskOutboxSentence.states),
                    choices: OutboxPage.Tab.allCases.map { (value: $0.rawValue, label: $0.label) }, isTab: true),
                ListFilter(
                    name: OutboxList.kindName, label: Sentence(DeskOutboxSentence.message),
                    choices: Notice.Kind.allCases.map { (value: $0.rawValue, label: $0.label) }
                        .sorted { $0.label.english < $1.label.english }),
            ],
            search: FormField(ListState.textName, Sentence(DeskMessageSearchSentence.label)),
            wholeList: Sentence(DeskMessageSearchSentence.wholeList),
            actions: ListFormat.buttons + actions.map(\.button))
    }

    /// The layout of a search result, which is sorted by time only. A search reads the list in parts. If the list were
    /// sorted by another column, the store would read the whole list for each part.
    var searchLayout: ListLayout {
        ListLayout(
            path: layout.path, label: layout.label,
            columns: layout.columns.map { column in
                ListColumn(
                    column.heading, column.kind,
                    sort: column.sort == NoticeQuery.Column.created.rawValue ? column.sort : nil)
            },
            defaultSort: layout.defaultSort, filters: layout.filters, search: layout.search,
            wholeList: layout.wholeList, actions: layout.actions)
    }

    /// Whether it takes long to find the messages of a page, because the store has no index for the search text, the
    /// filter or the sorting. The page must then not delay other requests.
    static func isSlow(_ text: String?, _ value: (String) throws -> String?) rethrows -> Bool {
        let (sort, kind) = (try value(ListState.sortName) ?? "", try value(kindName) ?? "")
        let created = NoticeQuery.Column.created.rawValue
        return text != nil || !kind.isEmpty || !["", created, "-\(created)"].contains(sort)
    }

    func headerContext(_ desk: Desk, _ services: ManagementServices) throws -> [String: TemplateContext.Value] {
        try OutboxPage(desk: desk).header(of: outbox, services)
    }

    // MARK: The messages of a page

    private var scope: NoticeList { outbox.event.map { .ofEvent($0) } ?? .ofOrganizer(outbox.organizer) }

    private func query(_ state: ListState) -> NoticeQuery {
        NoticeQuery(
            tab.states,
            kinds: Set([state.filters[OutboxList.kindName].flatMap { Notice.Kind(rawValue: $0) }].compactMap(\.self)),
            sortedBy: state.text == nil ? NoticeQuery.Column(rawValue: state.sort.column) ?? .created : .created,
            descending: state.sort.isDescending)
    }

    /// The messages of a page; at most `limit`.
    func notices(_ state: ListState, limit: Int, _ services: ManagementServices) throws -> [Notice] {
        guard let text = state.text else {
            return try services.notices.notices(in: scope, query(state), after: state.after, limit: limit)
        }
        return try notices(containing: text, state, after: state.after, limit: limit, services)
    }

    /// The messages of a list whose recipient, kind and details contain all words of a text.
    private func notices(
        containing text: String, _ state: ListState, after last: String?, limit: Int, _ services: ManagementServices
    ) throws -> [Notice] {
        let words = text.folded.split(separator: " ")
        var position = last
        var found: [Notice] = []
        while found.count < limit {
            let read = try services.notices.notices(
                in: scope, query(state), after: position, limit: OutboxList.searchedAtOnce)
            guard let end = read.last else { break }
            found += read.filter { notice in
                let details = notice.visiblePayload.values.sorted()
                let folded = ([notice.recipient, notice.kind.label.english] + details).joined(separator: " ").folded
                return words.allSatisfy { folded.contains($0) }
            }
            position = end.key
        }
        return Array(found.prefix(limit))
    }

    /// The keys of the messages of the whole list; at most `limit`.
    func keys(_ state: ListState, limit: Int, _ services: ManagementServices) throws -> [String] {
        if let text = state.text {
            return try notices(containing: text, state, after: nil, limit: limit, services).map(\.key)
        }
        return try services.notices.noticeKeys(in: scope, query(state), limit: limit)
    }

    /// The messages with the given keys that an action can change.
    func notices(
        _ keys: [String], for action: OutboxBulkPages.Action, _ services: ManagementServices
    ) throws -> [Notice] {
        var found: [Notice] = []
        try services.notices.forEachNotice(keys, in: scope) { notice in
            guard tab.states.contains(notice.delivery.state), action.canChange(notice) else { return }
            found.append(notice)
        }
        return found
    }

    /// Performs an action. Returns the number of changed messages.
    func perform(
        _ action: OutboxBulkPages.Action, on keys: [String], _ services: ManagementServices
    ) throws -> Int {
        switch action {
        case .retry: try services.notices.retryAll(keys, in: scope)
        case .withdraw: try services.notices.withdrawAll(keys, in: scope)
        }
    }

    /// A row of the page. The page’s template shows the values of the columns itself, because some of them contain
    /// links and forms.
    func row(_ notice: Notice) -> ListRow {
        ListRow(id: notice.key, path: outbox.path, cells: [ListCell(OutboxList.title(of: notice))])
    }

    /// The name of a row for screen readers.
    static func title(of notice: Notice) -> Sentence {
        .list([notice.kind.label, .verbatim(notice.recipient)], separator: ", ")
    }

    // MARK: Exports

    static let exportColumns = [
        ListColumn(Sentence(DeskSentence.since), .date), ListColumn(Sentence(DeskOutboxSentence.message)),
        ListColumn(Sentence(DeskOutboxSentence.recipient)), ListColumn(Sentence(DeskSentence.details)),
        ListColumn(Sentence(DeskSentence.state)), ListColumn(Sentence(DeskOutboxSentence.reason)),
        ListColumn(Sentence(DeskOutboxSentence.answer)),
    ]

    /// The columns of a PDF. Paper has no room for the details and the answers of servers.
    static let paperColumns = [
        ListColumn(Sentence(DeskSentence.since), .date), ListColumn(Sentence(DeskOutboxSentence.message)),
        ListColumn(Sentence(DeskOutboxSentence.recipient)), ListColumn(Sentence(DeskSentence.state)),
        ListColumn(Sentence(DeskOutboxSentence.reason)),
    ]

    /// Passes the cells of each message to a closure: one for each of `exportColumns` or, for a PDF, of `paperColumns`.
    func forEachRow(
        _ keys: [String], onPaper: Bool, _ services: ManagementServices, _ body: ([ListCell]) throws -> Void
    ) throws {
        try services.notices.forEachNotice(keys, in: scope) { notice in
            let delivery = notice.delivery
            let time = ListCell(notice.created, in: outbox.zone)
            let (kind, recipient) = (ListCell(notice.kind.label), ListCell(notice.recipient))
            let (state, reason) = (ListCell(delivery.state.words), ListCell(delivery.reason.map { Sentence($0) }))
            guard !onPaper else { return try body([time, kind, recipient, state, reason]) }
            let details = notice.visiblePayload.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            try body([
                time, kind, recipient, ListCell(details.joined(separator: "; ")), state, reason,
                ListCell(delivery.answer.map { Sentence(stored: $0) }),
            ])
        }
    }
}
