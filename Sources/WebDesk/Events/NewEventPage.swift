import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The page that creates an event as a draft. A title is enough for a draft. The user fills in the other details later,
/// on the edit pages.
///
/// For the first event of an organizer, `scripts/time-zone.js` fills in the browser’s time zone.
struct NewEventPage: Sendable {
    let desk: Desk

    private enum Field {
        static let inputs = FieldInput<EventDetails>.named(["title", "kind", "timezone"])
        static let suite = FormField(
            "suite", Sentence(DeskEventSentence.security),
            .choice([
                .init("hmac", Sentence(DeskEventSentence.sharedKey)),
                .init("ed25519", Sentence(DeskEventSentence.signature)),
            ]), hint: Sentence(DeskEventSentence.securityHint))
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (organizer, zone) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .createEvent)
            // A new event is usually in the same time zone as the organizer’s latest event.
            let latest = try services.events.events().filter { $0.organizer == organizer.number }.max {
                $0.created < $1.created
            }
            return (organizer, latest?.details.timeZone)
        }
        return try page(
            request, organizer, FormInput(title: "", kind: "public", zone: zone ?? "UTC", suite: "hmac"),
            isFresh: zone == nil
        )
    }

    private struct FormInput: Sendable {
        let title: String
        let kind: String
        let zone: String
        let suite: String

        /// The typed texts, in the order of `Field.inputs`.
        var texts: [String] { [title, kind, zone] }
    }

    private func page(
        _ request: PageRequest, _ organizer: Organizer, _ typed: FormInput, faults: [FieldFault] = [],
        isFresh: Bool = false
    ) throws -> RouteResponse {
        var context: [String: TemplateContext.Value] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "fields": .list(
                zip(Field.inputs, typed.texts).map { $0.field.context($1, fault: faults.text(of: $0.rawValue)) }
                    + [Field.suite.context(typed.suite, fault: faults.text(of: "suite"))]),
        ]
        // The organizer has no event yet. The script fills the browser's time zone into the field that is named here.
        if isFresh { context["fresh"] = .text("timezone") }
        return try desk.page(
            request, "desk-new-event", title: Sentence(DeskSentence.newEvent),
            status: faults.isEmpty ? .ok : .unprocessableContent, context)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let typed = FormInput(
                title: try form.typed("title") ?? "", kind: try form.typed("kind") ?? "public",
                zone: try form.typed("timezone") ?? "", suite: try form.typed("suite") ?? "hmac")
            let (organizer, result) = try await request.withServices { services in
                let organizer = try services.organizer(of: request, for: .createEvent)
                return (organizer, try NewEventPage.create(typed, organizer, services))
            }
            switch result {
            case .success(let event):
                return .seeOther(FlashMessage.path("\(event.deskPath)/edit/\(EventStep.basics.rawValue)", .created))
            case .failure(let faults): return try page(request, organizer, typed, faults: faults.all)
            }
        }
    }

    private struct InvalidInput: Error { let all: [FieldFault] }

    private static func create(_ typed: FormInput, _ organizer: Organizer, _ services: ManagementServices) throws
        -> Result<Event, InvalidInput>
    {
        var subject = FieldInput.Subject(entity: EventDetails.blank, eventZone: nil)
        var faults: [FieldFault] = []
        for (input, text) in zip(Field.inputs, typed.texts) {
            do throws(FieldFault) { try input.set(text, into: &subject) } catch { faults.append(error) }
        }
        let suite: Suite? = ["hmac": .hmac, "ed25519": .ed25519][typed.suite]
        if suite == nil { faults.append(FieldFault("suite", DeskEventSentence.unknownSecurity)) }
        let unread = Set(faults.map(\.field))
        faults += subject.entity.faults.filter { !unread.contains($0.field) }
        guard faults.isEmpty, let suite else { return .failure(InvalidInput(all: faults)) }
        return .success(try services.events.createEvent(subject.entity, suite: suite, of: organizer))
    }
}
