public import Store
public import Ticketing

/// Lists notices and counts them by state. The lists contain no secrets.
extension NoticeService {
    /// The number of an event's notices in each state.
    public func counts(of event: Event) throws -> [NoticeDelivery.State: Int] {
        try services.read(.readNotices, on: event) { try $0.notices.counts(of: event.number) }
    }

    /// At most `limit` notices of an organizer that have the state and follow the position `last`, oldest first.
    public func notices(
        of organizer: Organizer, in state: NoticeDelivery.State, after last: Notice.Cursor?, limit: Int
    ) throws -> [Notice] {
        try services.read(.readNotices, in: organizer.number) {
            try $0.notices.page(of: organizer.number, in: state, after: last, limit: limit).map(try shown($0))
        }
    }

    /// The number of days for which a failed notice counts as recent.
    public static let recentDays = 7

    /// The number of an organizer's notices that were queued in the last `recentDays` days and that failed, came back,
    /// or were not sent because their address gets no messages.
    public func recentFailures(of organizer: OrganizerNumber) throws -> Int {
        let start = services.now().advanced(bySeconds: -Int64(NoticeService.recentDays) * 86_400)
        return try services.read(.readNotices, in: organizer) {
            try $0.notices.failures(of: organizer, since: start)
        }
    }

    /// The last failures of the channels by which messages cannot be sent now. Only the local owner may read these
    /// failures, because they name servers, accounts and folders.
    public func outages() throws -> [Notice.Channel: Notices.Outage] {
        try services.readAsLocalOwner { try $0.notices.outages() }
    }

    /// The numbers of an event's unsent notices to e-mail addresses and to phone numbers. Notices to addresses that get
    /// no messages do not count. Every member who can see the event may read these numbers.
    public func unsentNotices(of event: Event) throws -> Notices.Unsent {
        try services.read(.showEvent, on: event) { try $0.notices.unsentByAddress(of: event.number) }
    }
}
