import Foundation
import HTTPTypes
import Languages
import Management
import QRSymbol
import Ticketing
import WebHost

/// The desk page for the phones at an event's gates: organizers use it to create pairing codes and to revoke phones.
struct DevicesPage: Sendable {
    let desk: Desk

    private struct Content: Sendable {
        let event: Event
        let devices: [WebDevice]
        let pairings: [Pairing]
        let subEvents: [SubEvent]
        let heading: [String: TemplateContext.Value]

        init(_ name: String, _ services: ManagementServices, _ desk: Desk) throws {
            event = try services.events.event(named: name)
            heading = try desk.headerContext(event, services)
            devices = try services.devices.devices(of: event)
            pairings = try services.devices.pairings(of: event)
            subEvents = try services.subEvents.subEvents(of: event)
        }
    }

    /// A new pairing code. The code cannot be looked up later, so the response to the form shows the code.
    private struct NewPairing: Sendable {
        let code: PairingCode
        let pairing: Pairing
    }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let name = request.pathParameter("event") ?? ""
        return try page(request, try await request.withServices { [desk] in try Content(name, $0, desk) })
    }

    private func page(
        _ request: PageRequest, _ content: Content, _ invitation: NewPairing? = nil, typed: FormFields? = nil,
        faults: [FieldFault] = []
    ) throws -> RouteResponse {
        let now = request.now
        let names = Dictionary(content.subEvents.map { ($0.number, $0.name) }) { first, _ in first }
        func gateText(_ assignment: GateAssignment) -> Sentence {
            let subEvent = assignment.subEvent.map { number in
                names[number].map { Sentence.verbatim($0) }
                    ?? Sentence(DeskEventSentence.subEventOfNumber, ["number": .text("\(number)")])
            }
            return .list([Sentence.verbatim(assignment.gate), subEvent].compactMap(\.self), separator: ", ")
        }
        var context: [String: TemplateContext.Value] = [
            "action": .text("/desk/e/\(content.event.slug)/devices"),
            "gate": .text(try typed?.value("gate") ?? ""), "name": .text(try typed?.value("name") ?? ""),
            "devices": .list(
                content.devices.reversed().map { device in
                    TemplateContext([
                        "id": .text("\(device.id)"), "name": .text(device.name),
                        "gate_text": .sentence(gateText(device.assignment)),
                        "paired": .text(device.created.minuteText(in: content.event.zone)),
                        "seen": .text(device.seen.minuteText(in: content.event.zone)),
                        "state": .sentence(device.stateLabel(at: now)),
                        device.hasEnded(at: now) ? "over" : "working": .section(TemplateContext([:])),
                    ])
                }),
            "pairings": .list(
                content.pairings.map { pairing in
                    TemplateContext([
                        "id": .text("\(pairing.device)"),
                        "name": pairing.name.map { .text($0) } ?? .sentence(DeskEventSentence.anyoneWithCode),
                        "gate_text": .sentence(gateText(pairing.assignment)),
                        "until": .text(pairing.expires.minuteText(in: content.event.zone)),
                        "failures": .text("\(pairing.failures)"),
                    ])
                }),
        ]
        if !content.subEvents.isEmpty {
            context["choice"] = .section(
                TemplateContext([
                    "sub_events": .list(
                        content.subEvents.map {
                            TemplateContext(["number": .text("\($0.number)"), "name": .text($0.name)])
                        })
                ]))
        }
        context.merge(DevicesPage.context(of: faults)) { $1 }
        if let invitation {
            context["invitation"] = .section(try self.context(invitation, request, in: content.event.zone, gateText))
        }
        return try desk.page(
            request, "desk-phones", title: .verbatim(content.event.details.title),
            status: faults.isEmpty ? .ok : .unprocessableContent, context.merging(content.heading) { own, _ in own })
    }

    private static func context(of faults: [FieldFault]) -> [String: TemplateContext.Value] {
        guard !faults.isEmpty else { return [:] }
        var context: [String: TemplateContext.Value] = [:]
        var errors = ErrorSummary()
        for fault in faults {
            context["\(fault.field)_fault"] = .sentence(fault.allowed)
            let label =
                fault.field == "gate" ? Sentence(DeskSentence.gate) : Sentence(DeskEventSentence.staffNameLabel)
            errors.add(
                fault.field,
                Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence(fault.allowed)]))
        }
        context["errors"] = errors.templateValue(Sentence(DeskEventSentence.noCodeCreated))
        return context
    }

    private func context(
        _ invitation: NewPairing, _ request: PageRequest, in zone: TimeZone, _ gateText: (GateAssignment) -> Sentence
    ) throws -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "code": .text(invitation.code.text), "gate_text": .sentence(gateText(invitation.pairing.assignment)),
            "until": .text(invitation.pairing.expires.minuteText(in: zone)),
        ]
        guard let origin = request.origin, !request.isLoopbackHost else {
            context["unreachable"] = .section(TemplateContext([:]))
            return TemplateContext(context)
        }
        // `/named` tells the pairing page on the phone that the organizer has already entered a staff name. The page
        // then submits its form without asking for a name.
        let link = "\(origin)/pair#\(invitation.code.text)\(invitation.pairing.name == nil ? "" : "/named")"
        context["symbol"] = .section(TemplateContext(try QRSymbol(link).context))
        context["address"] = .text("\(origin)/pair")
        return TemplateContext(context)
    }

    func invite(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let (gate, name) = (try form.value("gate") ?? "", try form.value("name") ?? "")
        let chosen = try form.value("sub_event") ?? ""
        let eventName = request.pathParameter("event") ?? ""
        do {
            let (content, invitation) = try await request.withServices { [desk] services in
                let event = try services.events.event(named: eventName)
                let subEvent = try services.subEvents.subEvents(of: event).first { "\($0.number)" == chosen }
                guard chosen.isEmpty || subEvent != nil else {
                    throw Problem(.unprocessableContent, .unknownSubEvent)
                }
                let (code, pairing) = try services.devices.createPairing(
                    to: event, gate: gate, subEvent: subEvent, name: name.isEmpty ? nil : name)
                return (try Content(eventName, services, desk), NewPairing(code: code, pairing: pairing))
            }
            return try page(request, content, invitation)
        } catch ManagementError.invalid(let faults) {
            let content = try await request.withServices { [desk] in try Content(eventName, $0, desk) }
            return try page(request, content, typed: form, faults: faults)
        }
    }

    func revoke(_ request: PageRequest) async throws -> RouteResponse {
        guard let device = WebDeviceID(request.pathParameter("device") ?? "") else { throw Problem(.notFound) }
        let name = request.pathParameter("event") ?? ""
        let slug = try await request.withServices { services in
            let event = try services.events.event(named: name)
            try services.devices.revokeDevice(device, of: event)
            return event.slug
        }
        return .seeOther("/desk/e/\(slug)/devices")
    }
}

extension WebDevice {
    fileprivate func stateLabel(at now: Instant) -> Sentence {
        switch state(at: now) {
        case .awaited: Sentence(DeskEventSentence.phoneAwaited)
        case .working: Sentence(DeskEventSentence.phoneActive)
        case .idle: Sentence(DeskEventSentence.phoneUnused)
        case .revoked: Sentence(DeskEventSentence.phoneRevoked)
        }
    }
}
