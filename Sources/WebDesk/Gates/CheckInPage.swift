import Languages
import Management
import Ticketing
import WebHost

/// The desk page with the gates of an event. It shows the number of people inside, the phones, the
/// landmarks and the pictures.
struct CheckInPage: Sendable {
    let desk: Desk

    static let template = "desk-check-in"

    struct TypedLandmark: Sendable {
        let gate: String
        let text: String
        /// Whether the form was for a new gate, and not for a gate in the list.
        let isNew: Bool
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let content = try await request.withServices(on: desk.server.reportThreads) { services in
            try self.content(services.event(of: request, for: .showLedger), services)
        }
        return try desk.page(request, CheckInPage.template, title: content.title, content.context)
    }

    /// Stores the landmark that the form has sent. If its text is empty, removes the gate’s landmark.
    func saveLandmark(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let typed = TypedLandmark(
            gate: try form.typed("gate") ?? "", text: try form.typed("landmark") ?? "",
            isNew: try form.value("new") != nil)
        let refusal = Sentence(DeskCheckInSentence.notSaved)
        return try await desk.submit(request, CheckInPage.template, refusal: refusal) { services in
            let event = try services.event(of: request, for: .editGateLandmark)
            if typed.text.isEmpty, !typed.isNew {
                try services.gates.removeLandmark(of: typed.gate, of: event)
            } else {
                try services.gates.setLandmark(GateLandmark(gate: typed.gate, text: typed.text), of: event)
            }
            return FlashMessage.path("\(event.deskPath)/check-in", .saved)
        } redisplay: { services, refused in
            try self.content(
                services.event(of: request, for: .editGateLandmark), services, typed: typed, refused.faults)
        }
    }

    /// - Parameters:
    ///   - typed: the landmark of a refused form; nil if no such form was refused.
    ///   - faults: the faults of that form.
    ///   - refusedPicture: the gate and the values of a refused form for a picture; nil if no such form was refused.
    func content(
        _ event: Event, _ services: ManagementServices, typed: TypedLandmark? = nil, _ faults: [FieldFault] = [],
        refusedPicture: (gate: String, form: PictureForm.Refused)? = nil
    ) throws -> Desk.PageContent {
        var context = try desk.headerContext(event, services)
        let gates = try services.gates.gates(of: event)
        let hasSubEvents = try !services.subEvents.subEvents(of: event).isEmpty
        var fileFault: TemplateContext.Value?
        let list = gates.enumerated().map { index, gate in
            let own = typed.flatMap { !$0.isNew && $0.gate.folded == gate.name.folded ? $0 : nil }
            let picture = CheckInPage.pictureForm(of: gate, number: index + 1, at: event)
            let refused = refusedPicture.flatMap { $0.gate.folded == gate.name.folded ? $0.form : nil }
            fileFault = refused.flatMap { picture.fileFault($0) } ?? fileFault
            return CheckInPage.context(
                gate, number: index + 1, picture: picture.context(gate.picture, refused), typed: own?.text,
                fault: own == nil ? nil : faults.text(of: "gate") ?? faults.text(of: "landmark"),
                // The gate’s link opens the page of the gate. If the event has sub-events, the user must choose a
                // sub-event first, so the link opens the list of gates (`/gate`), which asks for this choice.
                path: hasSubEvents ? "/gate" : "/gate/\(event.slug)?gate=\(FormFields.encode(gate.name))")
        }
        context["gates"] = .list(list)
        context["file_fault"] = fileFault
        let new = typed.flatMap { $0.isNew ? $0 : nil }
        let ownFaults = new == nil ? [] : faults
        context["new_fields"] = .list([
            CheckInPage.newGate.context(new?.gate ?? "", fault: ownFaults.text(of: "gate")),
            CheckInPage.newLandmark.context(new?.text ?? "", fault: ownFaults.text(of: "landmark")),
        ])
        return (.verbatim(event.details.title), context)
    }

    private static let newGate = FormField(
        "gate", Sentence(DeskCheckInSentence.newGateName), requirement: .required, id: "new-gate")
    private static let newLandmark = FormField(
        "landmark", Sentence(DeskCheckInSentence.newGateLandmark),
        hint: Sentence(DeskCheckInSentence.newGateLandmarkHint), requirement: .required, id: "new-landmark")

    private static func pictureForm(of gate: EventGate, number: Int, at event: Event) -> PictureForm {
        PictureForm(
            role: .gate, path: "\(event.deskPath)/check-in/picture", id: "gate-picture-\(number)", gate: gate.name)
    }

    /// Template values for a gate.
    ///
    /// - Parameters:
    ///   - picture: the form of the gate’s picture.
    ///   - number: the position in the list, from 1.
    ///   - typed: the text that a refused form has sent for this gate; nil to show the stored landmark.
    private static func context(
        _ gate: EventGate, number: Int, picture: TemplateContext, typed: String?, fault: Sentence?, path: String
    ) -> TemplateContext {
        let field = FormField(
            "landmark", Sentence(DeskCheckInSentence.landmark, ["gate": .text(gate.name)]),
            hint: Sentence(DeskCheckInSentence.landmarkHint), id: "landmark-\(number)")
        var context: [String: TemplateContext.Value] = [
            "gate_name": .text(gate.name), "gate_id": .text("gate-\(number)"), "gate_path": .text(path),
            "gate_open": .sentence(DeskCheckInSentence.openGate, ["gate": .text(gate.name)]),
            "gate_inside": .number(gate.inside), "gate_phones": .number(gate.phones),
            "gate_fields": .list([field.context(typed ?? gate.landmark ?? "", fault: fault)]),
            "picture_forms": .list([picture]),
        ]
        if let landmark = gate.landmark { context["gate_landmark"] = .text(landmark) }
        if let picture = gate.picture {
            context["gate_picture"] = .section(TemplateContext(picture.context(sizes: "16rem")))
        }
        return TemplateContext(context)
    }
}
