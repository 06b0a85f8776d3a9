/// The filters and the sorting of a list of notices.
public struct NoticeQuery: Hashable, Sendable {
    /// A column by which a list of notices can be sorted. Notices with equal values are sorted by the time at which
    /// they were queued, and then by their key. The raw values are used in URLs, such as `sort=kind`.
    public enum Column: String, Hashable, Sendable, CaseIterable {
        case created
        /// The name of the kind.
        case kind
        case recipient
        /// The name of the state.
        case state
    }

    public var column: Column
    public var isDescending: Bool
    /// The states of the listed notices.
    public var states: Set<NoticeDelivery.State>
    /// The kinds of the listed notices; empty to list notices of every kind.
    public var kinds: Set<Notice.Kind>

    public init(
        _ states: Set<NoticeDelivery.State>, kinds: Set<Notice.Kind> = [], sortedBy column: Column = .created,
        descending isDescending: Bool = true
    ) {
        self.column = column
        self.isDescending = isDescending
        self.states = states
        self.kinds = kinds
    }
}
