public import Store
public import Ticketing

/// Lists and numbers of notices by their state, without secrets.
extension NoticeService {
    /// The number of an event's notices in each state.
    public func counts(of event: Event) throws -> [NoticeDelivery.State: Int] {
        try services.read(.readNotices, on: event) { try $0.notices.counts(of: event.number) }
    }

    /// At most `limit` notices of an event that have one of the states and precede the position `last`, newest first.
    public func notices(
        of event: Event, in states: Set<NoticeDelivery.State>, before last: Notice.Cursor? = nil, limit: Int
    ) throws -> [Notice] {
        try services.read(.readNotices, on: event) { connection in
            try NoticeService.newest(of: states, limit: limit) {
                try connection.notices.page(of: event.number, in: $0, before: last, limit: limit)
            }
        }
    }

    /// At most `limit` notices of an organizer that have one of the states and precede the position `last`, newest
    /// first.
    public func notices(
        of organizer: Organizer, in states: Set<NoticeDelivery.State>, before last: Notice.Cursor? = nil, limit: Int
    ) throws -> [Notice] {
        try services.read(.readNotices, in: organizer.number) { connection in
            try NoticeService.newest(of: states, limit: limit) {
                try connection.notices.page(of: organizer.number, in: $0, before: last, limit: limit)
            }
        }
    }

    /// At most `limit` notices of an organizer that have the state and follow the position `last`, oldest first.
    public func notices(
        of organizer: Organizer, in state: NoticeDelivery.State, after last: Notice.Cursor?, limit: Int
    ) throws -> [Notice] {
        try services.read(.readNotices, in: organizer.number) {
            try $0.notices.page(of: organizer.number, in: state, after: last, limit: limit).map(\.redacted)
        }
    }

    /// The number of days for which a failed notice counts as recent.
    public static let recentDays = 7

    /// The number of an organizer's notices that were queued in the last `recentDays` days and that failed or came back.
    public func recentFailures(of organizer: OrganizerNumber) throws -> Int {
        let start = services.now().advanced(bySeconds: -Int64(NoticeService.recentDays) * 86_400)
        return try services.read(.readNotices, in: organizer) {
            try $0.notices.failures(of: organizer, since: start)
        }
    }

    /// The numbers of an event's unsent notices to e-mail addresses and to phone numbers. Every member who can see the
    /// event may read these numbers.
    public func unsentNotices(of event: Event) throws -> Notices.Unsent {
        try services.read(.showEvent, on: event) { try $0.notices.unsentByAddress(of: event.number) }
    }

    /// The number of tickets and guests in an audience that have neither an e-mail address nor a phone number. Every
    /// member who can see the event may read this number.
    public func unreachable(_ audience: NoticeAudience, of event: Event) throws -> Int {
        try services.read(.showEvent, on: event) { try $0.notices.reach(audience, of: event.number).unreachable }
    }

    /// The number of guests who are invited to a sub-event, have not declined, and have neither an e-mail address nor a
    /// phone number. Every member who can see the event may read this number.
    public func unreachableGuests(of subEvent: SubEvent, of event: Event) throws -> Int {
        try services.read(.showEvent, on: event) {
            try $0.notices.unreachableGuests(of: subEvent.number, event: event.number)
        }
    }

    /// The newest notices that have one of the states. Each state is read separately, so that each query uses an index.
    private static func newest(
        of states: Set<NoticeDelivery.State>, limit: Int, _ page: (NoticeDelivery.State) throws -> [Notice]
    ) rethrows -> [Notice] {
        let found = try states.flatMap(page).sorted { first, second in
            // The store compares keys byte by byte.
            first.created == second.created
                ? second.key.utf8.lexicographicallyPrecedes(first.key.utf8) : first.created > second.created
        }
        return found.prefix(limit).map(\.redacted)
    }
}
