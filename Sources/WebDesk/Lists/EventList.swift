import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The list of the events of a user’s organizers: its columns, filters and rows, on the page and in exports.
struct EventList: Sendable {
    /// A column by which the list can be sorted. The raw values are used in URLs, such as `sort=start`.
    private enum Column: String {
        case title, start, venue, state, sold, organizer
    }

    /// A filter by the time at which events take place. The raw values are used in URLs, such as `time=today`.
    private enum Time: String, CaseIterable {
        case upcoming, today, week, month, past, undated
    }

    private static let stateName = "state"
    private static let timeName = "time"
    private static let organizerName = "organizer"
    /// The value of the filter by state that shows deleted events.
    static let deleted = "deleted"

    let organizers: [OrganizerNumber: String]
    /// The number of active tickets of each event. Events without ticket types are absent.
    let sold: [EventNumber: Int]
    let now: Instant
    let layout: ListLayout
    private let slugs: [OrganizerNumber: String]

    init(
        _ organizers: [Organizer], sold: [EventNumber: Int], at now: Instant, actions: [ListLayout.BulkAction]
    ) {
        self.organizers = Dictionary(organizers.map { ($0.number, $0.name) }) { first, _ in first }
        self.sold = sold
        self.now = now
        let states =
            EventPhase.allCases.map { (value: $0.rawValue, label: $0.label) }
            + [(value: EventList.deleted, label: Sentence(DeskEventSentence.deletedState))]
        var columns = [
            ListColumn(Sentence(DeskSentence.event), sort: Column.title.rawValue),
            ListColumn(Sentence(FieldSentence.start), .date, sort: Column.start.rawValue),
            ListColumn(Sentence(FieldSentence.venue), sort: Column.venue.rawValue),
            ListColumn(Sentence(DeskSentence.state), sort: Column.state.rawValue),
            ListColumn(Sentence(DeskSentence.tickets), .integer, sort: Column.sold.rawValue),
        ]
        var filters = [
            ListFilter(
                name: EventList.stateName, label: Sentence(DeskSentence.state), choices: states,
                everythingLabel: Sentence(DeskEventSentence.allButDeleted)),
            ListFilter(
                name: EventList.timeName, label: Sentence(DeskEventSentence.time),
                choices: Time.allCases.map { (value: $0.rawValue, label: EventList.label(of: $0)) }),
        ]
        if organizers.count > 1 {
            let label = Sentence(DeskEventListSentence.organizer)
            columns.append(ListColumn(label, sort: Column.organizer.rawValue))
            filters.append(
                ListFilter(
                    name: EventList.organizerName, label: label,
                    choices: organizers.map { (value: $0.slug, label: .verbatim($0.name)) }))
        }
        slugs = Dictionary(organizers.map { ($0.number, $0.slug) }) { first, _ in first }
        layout = ListLayout(
            path: EventListPage.path, label: Sentence(DeskSentence.events), columns: columns,
            defaultSort: ListSort(Column.start.rawValue), filters: filters,
            search: FormField(ListState.textName, Sentence(DeskEventSentence.searchLabel)),
            wholeList: Sentence(DeskEventListSentence.allEvents), actions: actions)
    }

    private static func label(of time: Time) -> Sentence {
        switch time {
        case .upcoming: Sentence(DeskEventListSentence.notOver)
        case .today: Sentence(DeskEventListSentence.today)
        case .week: Sentence(DeskEventListSentence.nextWeek)
        case .month: Sentence(DeskEventListSentence.nextMonth)
        case .past: Sentence(DeskEventListSentence.over)
        case .undated: Sentence(DeskEventListSentence.undated)
        }
    }

    // MARK: The rows of a page

    /// Whether the list shows deleted events instead of the other events.
    func showsDeleted(_ state: ListState) -> Bool { state.filters[EventList.stateName] == EventList.deleted }

    /// The events of a list, sorted.
    ///
    /// - Parameters:
    ///   - all: All events that the user can see, including deleted events. A page begins after the last event of the
    ///     previous page. That event may have been deleted since then, but its position in the list is still needed.
    ///   - state: The sorting, the filters, the search text, and the row after which the page begins.
    func events(among all: [Event], _ state: ListState) -> [Event] {
        let rows = all.filter { isShown($0, state) }.sorted { isBefore($0, $1, state.sort) }
        guard let number = state.after else { return rows }
        guard let last = all.first(where: { "\($0.number)" == number }) else { return rows }
        return Array(rows.drop { !isBefore(last, $0, state.sort) })
    }

    private func isShown(_ event: Event, _ state: ListState) -> Bool {
        let phase = state.filters[EventList.stateName]
        let isInState =
            phase == EventList.deleted
            ? event.isRestorable(at: now)
            : event.deleted == nil && (phase.map { $0 == event.phase(at: now).rawValue } ?? true)
        guard isInState else { return false }
        if let organizer = state.filters[EventList.organizerName], slugs[event.organizer] != organizer { return false }
        if let time = state.filters[EventList.timeName].flatMap({ Time(rawValue: $0) }), !isAt(time, event) {
            return false
        }
        let texts = [event.details.title, event.details.venue, event.details.city].compactMap(\.self)
        let folded = texts.joined(separator: " ").folded
        return (state.text ?? "").folded.split(separator: " ").allSatisfy { folded.contains($0) }
    }

    private func isAt(_ time: Time, _ event: Event) -> Bool {
        guard let start = event.details.start else { return time == .undated }
        let end = event.details.end ?? start
        func startsWithin(days: Int64) -> Bool { end > now && start <= now.advanced(bySeconds: days * 86_400) }
        switch time {
        case .upcoming: return end > now
        case .past: return end <= now
        case .week: return startsWithin(days: 7)
        case .month: return startsWithin(days: 30)
        case .undated: return false
        case .today:
            let today = CalendarDay(now, in: event.zone)
            return CalendarDay(start, in: event.zone) <= today && today <= CalendarDay(end, in: event.zone)
        }
    }

    /// Whether an event comes before another event. An event without a start counts as later than all other events.
    /// Events with equal values are sorted by start, and then by number, so that each page begins where the previous
    /// page ends.
    private func isBefore(_ one: Event, _ other: Event, _ sort: ListSort) -> Bool {
        let order = compare(one, other, Column(rawValue: sort.column) ?? .start)
        if order != .orderedSame {
            return order == (sort.isDescending ? .orderedDescending : .orderedAscending)
        }
        let first = (one.details.start?.milliseconds ?? Int64.max, one.number.rawValue)
        let second = (other.details.start?.milliseconds ?? Int64.max, other.number.rawValue)
        return sort.isDescending ? first > second : first < second
    }

    private func compare(_ one: Event, _ other: Event, _ column: Column) -> ComparisonResult {
        func order<Key: Comparable>(_ key: (Event) -> Key) -> ComparisonResult {
            let (first, second) = (key(one), key(other))
            return first < second ? .orderedAscending : first > second ? .orderedDescending : .orderedSame
        }
        switch column {
        case .title: return order { $0.details.title.folded }
        case .start: return order { $0.details.start?.milliseconds ?? Int64.max }
        case .venue: return order { place(of: $0).folded }
        case .state: return order { EventPhase.allCases.firstIndex(of: $0.phase(at: now)) ?? 0 }
        case .sold: return order { sold[$0.number] ?? 0 }
        case .organizer: return order { (organizers[$0.organizer] ?? "").folded }
        }
    }

    private func place(of event: Event) -> String {
        [event.details.venue, event.details.city].compactMap(\.self).joined(separator: ", ")
    }

    func row(_ event: Event) -> ListRow {
        let phase = event.phase(at: now)
        var cells = [
            ListCell(event.details.title),
            ListCell(event.details.start, zonedIn: event.zone, none: Sentence(DeskSentence.noDate)),
            ListCell(place(of: event)), ListCell(phase.label, tone: phase.tone), ListCell(sold[event.number] ?? 0),
        ]
        if organizers.count > 1 { cells.append(ListCell(organizers[event.organizer])) }
        return ListRow(id: "\(event.number)", path: event.deskPath, cells: cells)
    }

    // MARK: Exports

    /// The columns of a spreadsheet. A PDF has the columns of the page.
    static let exportColumns = [
        ListColumn(Sentence(DeskSentence.event)), ListColumn(Sentence(FieldSentence.start), .date),
        ListColumn(Sentence(FieldSentence.end), .date), ListColumn(Sentence(FieldSentence.timeZone)),
        ListColumn(Sentence(FieldSentence.venue)), ListColumn(Sentence(FieldSentence.city)),
        ListColumn(Sentence(FieldSentence.kind)), ListColumn(Sentence(FieldSentence.category)),
        ListColumn(Sentence(DeskSentence.state)), ListColumn(Sentence(DeskSentence.tickets), .integer),
        ListColumn(Sentence(DeskEventListSentence.organizer)),
    ]

    func exportCells(_ event: Event) -> [ListCell] {
        let details = event.details
        return [
            ListCell(details.title), ListCell(details.start, in: event.zone), ListCell(details.end, in: event.zone),
            ListCell(event.zone.label), ListCell(details.venue), ListCell(details.city), ListCell(details.kind.label),
            ListCell(details.category.label), ListCell(event.phase(at: now).label),
            ListCell(sold[event.number] ?? 0), ListCell(organizers[event.organizer]),
        ]
    }
}
