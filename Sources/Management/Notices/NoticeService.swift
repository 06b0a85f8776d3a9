import Store
public import Ticketing

/// The outbox: the queued and sent notices.
public struct NoticeService: Sendable {
    let services: ManagementServices

    /// Passes an organizer's notices to a closure, oldest first, without their codes and links.
    public func forEachNotice(of organizer: Organizer, _ body: (Notice) throws -> Void) throws {
        try forEachPage { last in
            try notices(of: organizer, after: last?.cursor, limit: 1000)
        } body: {
            try body($0)
        }
    }

    /// At most `limit` notices of an organizer that follow the position `last`, oldest first, without their codes and
    /// links.
    public func notices(of organizer: Organizer, after last: Notice.Cursor? = nil, limit: Int) throws -> [Notice] {
        try services.read(.readNotices, in: organizer.number) {
            try $0.notices.page(of: organizer.number, after: last, limit: limit).map(try shown($0))
        }
    }

    /// The number of unsent notices of an event. Every member who can see the event may read this number.
    public func pendingNotices(of event: Event) throws -> Int {
        try services.read(.showEvent, on: event) { try $0.notices.unsent(of: event.number) }
    }

    /// Passes the notices of all organizers and of the server itself to a closure, in any state and with the codes and
    /// links of unsent notices. Only the local owner is allowed to do this.
    public func forEachNoticeOfStore(_ body: (Notice) throws -> Void) throws {
        let organizers = try services.readAsLocalOwner { try $0.organizers.numbers() }
        for organizer in organizers.map(Optional.some) + [nil] {
            try forEachPage { last in
                try services.readAsLocalOwner { try $0.notices.page(of: organizer, after: last?.cursor, limit: 1000) }
            } body: {
                try body($0)
            }
        }
    }
}
