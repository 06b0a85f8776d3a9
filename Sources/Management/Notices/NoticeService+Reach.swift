import Store
public import Ticketing

/// The people whom messages do not reach.
extension NoticeService {
    /// The people whom messages about a change do not reach, and why. Every member who can see the event may read their
    /// number. Only members who may read orders see names and addresses.
    ///
    /// - Parameters:
    ///   - people: the people whom the change concerns.
    ///   - kind: the kind of the messages.
    public func unreached(
        _ people: MessagePeople, by kind: Notice.Kind, of event: Event
    ) throws -> UnreachedPeople {
        let unreached = try services.read(.showEvent, on: event) {
            try $0.notices.unreached(people, by: kind, of: event.number)
        }
        return try shown(unreached, of: event)
    }

    /// The same people. Names and addresses are removed if the user may not read orders.
    func shown(_ unreached: UnreachedPeople, of event: Event) throws -> UnreachedPeople {
        guard !unreached.named.isEmpty else { return unreached }
        do {
            try services.authorize(.showOrders, on: event)
            return unreached
        } catch ManagementError.forbidden, ManagementError.notGranted {
            return unreached.withoutNames
        }
    }

    /// The number of people to whom messages are queued if an event is cancelled or deleted now. A person who gets
    /// several messages counts once.
    public func recipientsOfEnd(of event: Event) throws -> Int {
        let phase = event.phase(at: services.now())
        return try services.read(.showEvent, on: event) { connection in
            phase == .completed || phase == .cancelled ? 0 : try connection.notices.recipientsOfEnd(of: event.number)
        }
    }

    /// The people whom messages about an edit of an event do not reach. The result is empty if the edit caused no
    /// messages.
    public func unreached(after edit: EventEditResult) throws -> UnreachedPeople {
        try unreached(by: .eventMoved, of: edit.event, if: edit.notifiesHolders)
    }

    /// The people whom messages about the end of an event do not reach. The result is empty if the end concerned
    /// nobody.
    public func unreached(after end: EventEndResult) throws -> UnreachedPeople {
        try unreached(by: .eventCancelled, of: end.event, if: end.concernsPeople)
    }

    /// The people whom messages about a restored event do not reach. The result is empty if no messages were queued.
    public func unreached(after restoration: EventRestoration) throws -> UnreachedPeople {
        try unreached(by: .eventRestored, of: restoration.event, if: restoration.notices > 0)
    }

    private func unreached(
        by kind: Notice.Kind, of event: Event, if isAnnounced: Bool
    ) throws -> UnreachedPeople {
        guard isAnnounced else {
            try services.authorize(.showEvent, on: event)
            return UnreachedPeople()
        }
        return try unreached(.everyone, by: kind, of: event)
    }
}
