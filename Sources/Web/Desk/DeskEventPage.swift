import HTTPTypes
import Management
import Ticketing

/// The page of one event: where it stands, and what can be done with it.
struct DeskEventPage: Sendable {
    let desk: Desk
    let boards: EventBoards

    func page(_ visit: Visit) async throws -> Answer { try await page(visit, refused: nil) }

    /// The figures of the page, as they change.
    func live(_ visit: Visit) async throws -> Answer {
        let event = try await visit.office { office in
            let event = try office.event(of: visit, for: .reportSales)
            try office.authorize(.reportAttendance, on: event)
            return event
        }
        guard let pass = visit.pass else { throw SignInNeeded() }
        return .events { boards.watch(event, for: pass) }
    }

    func publish(_ visit: Visit) async throws -> Answer {
        do {
            let event = try await visit.office { office in
                let event = try office.event(of: visit, for: .publishEvent)
                // Sent twice, it is published all the same.
                return event.status == .published ? event : try office.publish(event)
            }
            return .seeOther(DeskNote.path(event.deskPath, .published))
        } catch ManagementError.notPublishable(let faults) {
            return try await page(visit, refused: faults)
        }
    }

    /// - Parameter refused: why it was not published.
    private func page(_ visit: Visit, refused: [PublishingFault]?) async throws -> Answer {
        let now = desk.house.now()
        let (event, known) = try await visit.office { office in
            let event = try office.event(of: visit, for: .showEvent, among: .any)
            return (event, try self.facts(event, office, now: now, refused: refused))
        }
        var facts = known
        // Gates and sellers have the page, and no reports.
        if facts["may_reportSales"] != nil, facts["may_reportAttendance"] != nil, let pass = visit.pass {
            facts["figures"] = .one(Facts(try await boards.figures(of: event, for: pass)))
        }
        let status: HTTPResponse.Status = refused == nil ? .ok : .unprocessableContent
        return try desk.page(visit, "desk-event", title: event.details.title, status: status, facts)
    }

    private func facts(
        _ event: Event, _ office: Office, now: Instant, refused: [PublishingFault]?
    ) throws -> [String: Facts.Fact] {
        var facts = try desk.heading(event, office)
        let details = event.details
        let organizer = try office.organizers().first { $0.number == event.organizer }
        if let organizer {
            facts["organizer_name"] = .text(organizer.name)
            facts["organizer_path"] = .text(organizer.deskPath)
        }
        let said: [(String, String?)] = [
            ("Kind", "\(details.kind.rawValue), \(details.category.rawValue)"), ("About", details.about),
            ("Venue", details.venue), ("Address", details.address), ("City", details.city),
            ("Doors", event.shown(details.doors)), ("Start", event.shown(details.start)),
            ("End", event.shown(details.end)), ("Time zone", details.timeZone),
            ("Places", details.capacity.map { "\($0)" }),
            ("Inside at once", details.insideLimit.map { "at most \($0)" }),
            ("Age", details.minimumAge.map { "from \($0.rawValue)" }), ("Contact", details.contact),
            ("Poster", details.poster), ("Number", "\(event.number)"),
        ]
        facts["said"] = Desk.said(said)
        if event.deleted != nil {
            facts["is_deleted"] = .one(Facts([:]))
            if event.isRestorable(at: now) { facts["is_restorable"] = .one(Facts([:])) }
            return facts
        }
        facts["stands"] = .one(Facts([:]))
        switch event.status {
        case .draft:
            facts["is_draft"] = .one(Facts([:]))
            if let organizer {
                let faults = try refused ?? office.publishingFaults(of: event, at: now)
                facts["lacks"] = .list(faults.map { $0.facts(event, organizer) })
                if faults.isEmpty { facts["is_ready"] = .one(Facts([:])) }
            }
        case .published:
            facts["is_published"] = .one(Facts([:]))
        case .cancelled: break
        }
        if refused != nil { facts["fault"] = .text("It is not published yet. This is what it lacks:") }
        return facts
    }
}

extension PublishingFault {
    /// What it says, and where that is mended.
    fileprivate func facts(_ event: Event, _ organizer: Organizer) -> Facts {
        var facts: [String: Facts.Fact] = ["lack": .text(description)]
        switch (self, field) {
        case (_, .some(let field)):
            facts["lack_path"] = .text(
                "\(event.deskPath)/edit/\(EventStep.of(field).rawValue)?missing=yes#\(field.rawValue)")
        case (.organizerNotVerified, _): facts["lack_path"] = .text(organizer.deskPath)
        case (.noTicketType, _): facts["lack_path"] = .text("\(event.deskPath)/types")
        case (_, nil): break
        }
        return Facts(facts)
    }
}
