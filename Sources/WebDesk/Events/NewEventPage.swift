import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The page that creates an event with a ticket type and a poster, and publishes it or saves it as a draft. Everything
/// is stored in one transaction. A title is enough for a draft.
///
/// A new event starts on the next Saturday, in the time zone and at the place of the organizer’s latest event. For the
/// first event of an organizer, `scripts/time-zone.js` fills in the browser’s time zone.
struct NewEventPage: Sendable {
    let desk: Desk

    private static let template = "desk-new-event"

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let now = desk.server.now()
        let (organizer, header, form, isFresh) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .createEvent)
            let latest = try services.events.events().filter { $0.organizer == organizer.number }.max {
                $0.created < $1.created
            }
            return (
                organizer, try services.organizerContext(organizer),
                try NewEventForm(like: latest, at: now, services), latest == nil
            )
        }
        return try page(request, organizer, header, form, isFresh: isFresh)
    }

    func create(_ request: PageRequest) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try NewEventForm(try await request.form())
            // The poster is decoded only if the member may create events.
            try await request.withServices { _ = try $0.organizer(of: request, for: .createEvent) }
            let poster = try await desk.uploadedPicture(request, as: .poster)
            let now = desk.server.now()
            let (organizer, header, result) = try await request.withServices { services in
                let organizer = try services.organizer(of: request, for: .createEvent)
                return (
                    organizer, try services.organizerContext(organizer),
                    try NewEventPage.create(form, poster, organizer, services, at: now)
                )
            }
            switch result {
            case .success(let event):
                return .seeOther(
                    FlashMessage.path(event.deskPath, event.status == .published ? .published : .created))
            case .failure(let refusal):
                let faults = refusal.faults + NewEventPage.posterFaults(poster)
                return try page(request, organizer, header, form, faults: faults)
            }
        }
    }

    /// The fault that asks the user to choose the poster again after the form was refused, because browsers do not keep
    /// the files of a form. Empty if the form has no picture, or if the picture itself was refused.
    static func posterFaults(_ poster: UploadedPicture) -> [FieldFault] {
        guard case .success(.some) = poster else { return [] }
        return [FieldFault(NewEventForm.posterField, DeskNewEventSentence.choosePosterAgain)]
    }

    private struct RefusedForm: Error { let faults: [FieldFault] }

    private static func create(
        _ form: NewEventForm, _ poster: UploadedPicture, _ organizer: Organizer, _ services: ManagementServices,
        at now: Instant
    ) throws -> Result<Event, RefusedForm> {
        var faults: [FieldFault] = []
        var picture: PreparedPicture?
        switch poster {
        case .success(let decoded):
            picture = decoded
            if decoded == nil, !form.posterText.isEmpty {
                faults.append(FieldFault(NewEventForm.posterField, DeskPictureSentence.noFile))
            }
        case .failure(let fault): faults.append(FieldFault(NewEventForm.posterField, fault.allowed))
        }
        let new = form.event(&faults)
        guard faults.isEmpty else {
            // The event service is not called for a refused form, so the faults that the service would report are added
            // here.
            let unread = Set(faults.map(\.field))
            let others = new.faults(ifPublished: form.publishes, by: organizer, at: now).inForm
            return .failure(RefusedForm(faults: faults + others.filter { !unread.contains($0.field) }))
        }
        do {
            return .success(
                form.publishes
                    ? try services.events.createAndPublish(
                        new, poster: picture, showing: form.posterText, of: organizer)
                    : try services.events.createDraft(new, poster: picture, showing: form.posterText, of: organizer))
        } catch let refused as NewEventFaults {
            return .failure(RefusedForm(faults: refused.inForm))
        }
    }

    private func page(
        _ request: PageRequest, _ organizer: Organizer, _ header: [String: TemplateContext.Value],
        _ form: NewEventForm, faults: [FieldFault] = [], isFresh: Bool = false
    ) throws -> RouteResponse {
        var context = form.context(faults)
        context.merge(header) { own, _ in own }
        context["poster_bytes"] = .text("\(PictureError.byteLimit)")
        if organizer.isVerified {
            context["can_publish"] = .section(TemplateContext([:]))
        } else {
            context["not_verified"] = .section(TemplateContext([:]))
            if header["may_verifyOrganizer"] != nil {
                context["verify_path"] = .text("\(organizer.deskPath)/verify")
            }
        }
        // The organizer has no event yet. The script fills the browser's time zone into the field that is named here.
        if isFresh { context["fresh"] = .text("timezone") }
        if !faults.isEmpty {
            context["fault"] = .sentence(faults.message(Sentence(DeskNewEventSentence.notCreated)))
        }
        return try desk.page(
            request, NewEventPage.template, title: Sentence(DeskSentence.newEvent),
            status: faults.isEmpty ? .ok : .unprocessableContent, context)
    }
}

extension NewEventFaults {
    /// The faults with the names of the page’s fields, at most one for each field. The page has only one ticket type,
    /// so all faults of ticket types belong to this type.
    fileprivate var inForm: [FieldFault] {
        let ofTypes = types.flatMap(\.self).map { fault in
            FieldFault(NewEventForm.typePrefix + fault.fieldFault.field, fault.fieldFault.allowed)
        }
        let ofPublishing = publishing.map { fault in
            switch fault {
            case .noTicketType, .noSubEvent: FieldFault("\(NewEventForm.typePrefix)name", fault.sentence)
            default: fault.fieldFault ?? FieldFault([FieldFault].wholeForm, fault.sentence.asSentence)
            }
        }
        var known: Set<String> = []
        return (details + ofTypes + ofPublishing).filter { known.insert($0.field).inserted }
    }
}
