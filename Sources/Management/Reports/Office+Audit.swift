public import Store
public import Ticketing

extension Office {
    /// Hands over an organizer's audit trail, in order.
    public func forEachChange(of organizer: Organizer, _ body: (AuditRecord) throws -> Void) throws {
        try forEachPage { last in
            try look(.readAudit, in: organizer.number) {
                try $0.audit.page(of: organizer.number, after: last?.sequence ?? 0, limit: 1000)
            }
        } body: {
            try body($0)
        }
    }

    /// At most `limit` changes of an organizer, in order, those after a sequence number.
    public func changes(
        of organizer: Organizer, after sequence: Int64 = 0, limit: Int
    ) throws -> [AuditRecord] {
        try look(.readAudit, in: organizer.number) {
            try $0.audit.page(of: organizer.number, after: sequence, limit: limit)
        }
    }

    /// Walks the chain of an organizer's audit trail.
    public func verifyAudit(of organizer: Organizer) throws -> AuditVerification {
        try look(.readAudit, in: organizer.number) { try $0.audit.verify(organizer.number) }
    }

    /// Hands over the trail of the store itself, of what belongs to no organizer, such as users. Only the local owner may
    /// see it.
    public func forEachChangeOfStore(_ body: (AuditRecord) throws -> Void) throws {
        try forEachPage { last in
            try lookAsLocalOwner { try $0.audit.page(of: nil, after: last?.sequence ?? 0, limit: 1000) }
        } body: {
            try body($0)
        }
    }

    /// Walks the chain of the store's own trail. Only the local owner may.
    public func verifyAuditOfStore() throws -> AuditVerification { try lookAsLocalOwner { try $0.audit.verify(nil) } }

    /// Hands over an organizer's outbox, oldest first, without codes that prove who reads a mailbox.
    public func forEachNotice(of organizer: Organizer, _ body: (Notice) throws -> Void) throws {
        try forEachPage { last in
            try look(.readNotices, in: organizer.number) {
                try $0.notices.page(of: organizer.number, after: last?.place, limit: 1000)
            }
        } body: {
            try body($0.withoutSecret)
        }
    }

    /// At most `limit` notices of an organizer's outbox, oldest first, those behind a place; without codes, as above.
    public func notices(of organizer: Organizer, after last: Notice.Place? = nil, limit: Int) throws -> [Notice] {
        try look(.readNotices, in: organizer.number) {
            try $0.notices.page(of: organizer.number, after: last, limit: limit).map(\.withoutSecret)
        }
    }

    /// How many messages of an event wait to be sent: a number, for every member who works on the event.
    public func waitingNotices(of event: Event) throws -> Int {
        try look(.showEvent, on: event) { try $0.notices.waiting(of: event.number) }
    }

    /// At most `limit` messages of an event that wait to be sent, oldest first, those behind a place; without codes.
    public func waitingNotices(of event: Event, after last: Notice.Place?, limit: Int) throws -> [Notice] {
        try look(.readNotices, on: event) {
            try $0.notices.waiting(of: event.number, after: last, limit: limit).map(\.withoutSecret)
        }
    }

    /// At most `limit` changes of an organizer, the latest first, those before a sequence number; nil is from the end.
    public func latestChanges(
        of organizer: Organizer, before sequence: Int64? = nil, limit: Int
    ) throws -> [AuditRecord] {
        try look(.readAudit, in: organizer.number) {
            try $0.audit.page(of: organizer.number, before: sequence ?? .max, limit: limit)
        }
    }

    /// Hands over the outbox of every organizer, one after the other, for who sends it: the local owner alone.
    public func forEachNoticeToSend(_ body: (Notice) throws -> Void) throws {
        for organizer in try lookAsLocalOwner({ try $0.organizers.numbers() }) {
            try forEachPage { last in
                try lookAsLocalOwner { try $0.notices.page(of: organizer, after: last?.place, limit: 1000) }
            } body: {
                try body($0)
            }
        }
    }
}

/// Reads page after page until one is empty. Between two pages the store is free for others.
func forEachPage<Row>(_ page: (Row?) throws -> [Row], body: (Row) throws -> Void) throws {
    var last: Row?
    while true {
        let rows = try page(last)
        guard let end = rows.last else { return }
        try rows.forEach(body)
        last = end
    }
}
