import Management
import Ticketing

/// Cancelling and deleting an event, which both ask first, with the number of those whom it concerns; and bringing one
/// back.
struct EventEnds: Sendable {
    let desk: Desk

    enum End: String {
        case cancel, delete

        var operation: Management.Operation { self == .cancel ? .cancelEvent : .deleteEvent }
    }

    func page(_ visit: Visit, _ end: End) async throws -> Answer {
        let (event, facts) = try await visit.office { office in
            let event = try office.event(of: visit, for: end.operation)
            return (event, try self.facts(event, end, office))
        }
        return try desk.page(visit, "desk-end", title: event.details.title, facts)
    }

    func end(_ visit: Visit, _ end: End) async throws -> Answer {
        let told = try await visit.form().one("sold")
        let outcome = try await visit.office { office in
            let event = try office.event(of: visit, for: end.operation, among: .any)
            // Sent a second time, there is nothing left to do.
            if end == .delete, event.deleted != nil { return Outcome.done(DeskNote.path("/desk/events", .deleted)) }
            if end == .cancel, event.status == .cancelled {
                return .done(DeskNote.path(event.deskPath, .cancelled))
            }
            let sold = try EventEnds.sold(event, office)
            guard told == "\(sold)" else {
                var facts = try self.facts(event, end, office)
                facts["fault"] = .text("More or fewer tickets are sold than this page said. Nothing is done yet.")
                return .asked(event.details.title, facts)
            }
            switch end {
            case .cancel:
                let notices = try office.cancelEvent(event).notices
                return .done(DeskNote.path(event.deskPath, .cancelled, count: notices))
            case .delete:
                // Its own page is gone; its messages can still be read.
                let notices = try office.deleteEvent(event).notices
                return .done(DeskNote.path("/desk/events", .deleted, count: notices, of: event.number))
            }
        }
        switch outcome {
        case .done(let path): return .seeOther(path)
        case .asked(let title, let facts):
            return try desk.page(visit, "desk-end", title: title, status: .conflict, facts)
        }
    }

    func restore(_ visit: Visit) async throws -> Answer {
        let path = try await visit.office { office in
            let event = try office.event(of: visit, for: .restoreEvent, among: .any)
            return event.deleted == nil ? event.deskPath : try office.restoreEvent(event).deskPath
        }
        return .seeOther(DeskNote.path(path, .restored))
    }

    private enum Outcome: Sendable {
        case done(String)
        case asked(String, [String: Facts.Fact])
    }

    /// The tickets that stand.
    private static func sold(_ event: Event, _ office: Office) throws -> Int {
        try office.ticketTypes(of: event).reduce(0) { $0 + $1.issued }
    }

    private func facts(_ event: Event, _ end: End, _ office: Office) throws -> [String: Facts.Fact] {
        let now = desk.house.now()
        let sold = try EventEnds.sold(event, office)
        var facts = try desk.heading(event, office)
        facts["sold"] = .text("\(sold)")
        facts["end_path"] = .text("\(event.deskPath)/\(end.rawValue)")
        facts["end_word"] = .text(end == .cancel ? "Cancel" : "Delete")
        let holders =
            sold == 0
            ? "No ticket of it stands."
            : "\(sold) \(sold == 1 ? "ticket stands" : "tickets stand"): they end with it, and what was paid is owed. A message to each holder, guest and buyer is queued; no sender is set up."
        facts["consequence"] = .text(
            event.phase(at: now) == .completed ? "It is over: its tickets stay as they are." : holders)
        switch (end, try office.deletion(of: event)) {
        case (.delete, .refusedWhileOngoing):
            facts["refused"] = .text("It is going on. It can be deleted when it is over, or cancelled now.")
        case (.cancel, _) where event.status != .published:
            facts["refused"] = .text("It is \(event.status.rawValue), and only what is published can be cancelled.")
        case (.delete, _): facts["is_delete"] = .one(Facts([:]))
        case (.cancel, _): break
        }
        return facts
    }
}
