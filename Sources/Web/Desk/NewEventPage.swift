import Foundation
import Management
import Ticketing

/// A new event: a title makes the draft, and all else follows step by step.
struct NewEventPage: Sendable {
    let desk: Desk

    private enum Field {
        static let title = FormField("title", "What it is called", need: .needed)
        static let kind = FormField("kind", "What kind", .choice(EventField.kinds))
        static let zone = FormField(
            "timezone", "Time zone of the venue", .offered(EventField.zones),
            hint: "All its times are read and shown in this zone.", need: .needed)
        static let suite = FormField(
            "suite", "How its tickets prove themselves",
            .choice([
                .init("hmac", "a shared key: the smallest symbol"),
                .init("ed25519", "a signature: gates can't make tickets"),
            ]), hint: "This can't be changed later.")
    }

    func page(_ visit: Visit) async throws -> Answer {
        let (organizer, zone) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .createEvent)
            // The next event is most often where the last one is.
            let latest = try office.events().filter { $0.organizer == organizer.number }.max { $0.created < $1.created }
            return (organizer, latest?.details.timeZone)
        }
        return try page(
            visit, organizer, Typed(title: "", kind: "", zone: zone ?? "UTC", suite: "hmac"), isFresh: zone == nil)
    }

    private struct Typed: Sendable {
        let title: String
        let kind: String
        let zone: String
        let suite: String
    }

    private func page(
        _ visit: Visit, _ organizer: Organizer, _ typed: Typed, faults: [FieldFault] = [], isFresh: Bool = false
    ) throws -> Answer {
        var facts: [String: Facts.Fact] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "fields": .list([
                Field.title.facts(typed.title, fault: faults.text(of: "title")),
                Field.kind.facts(typed.kind, fault: faults.text(of: "kind")),
                Field.zone.facts(typed.zone, fault: faults.text(of: "timezone")),
                Field.suite.facts(typed.suite, fault: faults.text(of: "suite")),
            ]),
        ]
        // A script puts the browser's own zone in.
        if isFresh { facts["fresh"] = .text("timezone") }
        return try desk.page(
            visit, "desk-new", title: "New event", status: faults.isEmpty ? .ok : .unprocessableContent, facts)
    }

    func create(_ visit: Visit) async throws -> Answer {
        try await desk.once(visit) {
            let form = try await visit.form()
            let typed = Typed(
                title: try form.typed("title") ?? "", kind: try form.typed("kind") ?? "",
                zone: try form.typed("timezone") ?? "", suite: try form.typed("suite") ?? "hmac")
            let (organizer, result) = try await visit.office { office in
                let organizer = try office.organizer(of: visit, for: .createEvent)
                return (organizer, try NewEventPage.create(typed, organizer, office))
            }
            switch result {
            case .success(let event):
                return .seeOther(DeskNote.path("\(event.deskPath)/edit/\(EventStep.basics.rawValue)", .created))
            case .failure(let faults): return try page(visit, organizer, typed, faults: faults.all)
            }
        }
    }

    private struct Faults: Error { let all: [FieldFault] }

    private static func create(_ typed: Typed, _ organizer: Organizer, _ office: Office) throws -> Result<Event, Faults>
    {
        var details = EventDetails(title: typed.title, timeZone: typed.zone)
        var faults: [FieldFault] = []
        do throws(FieldFault) {
            if !typed.kind.isEmpty { try EventField.kind.put(typed.kind, into: &details) }
        } catch { faults.append(error) }
        let suite: Suite? = ["hmac": .hmac, "ed25519": .ed25519][typed.suite]
        if suite == nil { faults.append(FieldFault("suite", "hmac or ed25519")) }
        faults += details.faults
        guard faults.isEmpty, let suite else { return .failure(Faults(all: faults)) }
        return .success(try office.createEvent(details, suite: suite, of: organizer))
    }
}
