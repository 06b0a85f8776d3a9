public import Ticketing

/// The accent of an event: a colour for its public pages, tickets, mails and passes.
extension PictureService {
    /// The accent of an event; nil if none was chosen.
    public func accent(of event: Event) throws -> Colour? {
        try services.read(.showEvent, on: event) { try $0.eventAccents.accent(of: event.number) }
    }

    /// Stores the accent of an event; nil removes it. Any colour is accepted, because pages, mails and tickets use only
    /// shades of the accent that keep text legible (`AccentPalette`).
    public func setAccent(_ accent: Colour?, of event: Event) throws {
        try services.perform(.setAccent, on: event) { work in
            _ = try work.locked(event)
            let before = try work.connection.eventAccents.accent(of: event.number)
            guard before != accent else { return }
            try work.connection.eventAccents.set(accent, of: event.number)
            try work.record(
                AuditSubject(.event, event.number), of: event.number,
                before: AuditFields(present: [("accent", before?.description)]),
                after: AuditFields(present: [("accent", accent?.description)]))
        }
    }
}
