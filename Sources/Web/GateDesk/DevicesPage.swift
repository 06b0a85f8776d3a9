import Foundation
import HTTPTypes
import Management
import QRSymbol
import Ticketing

/// The phones at an event's gates: who looks after them invites and revokes them here.
struct DevicesPage: Sendable {
    /// What the page shows, read at once.
    private struct Shown: Sendable {
        let event: Event
        let devices: [WebDevice]
        let awaited: [Pairing]
        let functions: [EventFunction]
        let heading: [String: Facts.Fact]

        init(_ name: String, _ office: Office, at now: Instant) throws {
            event = try office.event(named: name)
            heading = event.heading(at: now).merging(try office.rights(in: event.organizer)) { $1 }
            devices = try office.devices(of: event)
            awaited = try office.pairings(of: event)
            functions = try office.functions(of: event)
        }
    }

    /// A code that was made just now: nobody can look it up later, so it stands in the answer to the form itself.
    private struct Invitation: Sendable {
        let code: PairingCode
        let pairing: Pairing
    }

    func page(_ visit: Visit) async throws -> Answer {
        let name = visit.part("event") ?? ""
        let now = visit.now
        return try page(visit, try await visit.office { try Shown(name, $0, at: now) })
    }

    private func page(
        _ visit: Visit, _ shown: Shown, _ invitation: Invitation? = nil, typed: FormFields? = nil,
        faults: [FieldFault] = []
    ) throws -> Answer {
        let now = visit.now
        let names = Dictionary(shown.functions.map { ($0.number, $0.name) }) { first, _ in first }
        func place(_ post: GatePost) -> String {
            ([post.gate] + (post.function.map { [names[$0] ?? "function \($0)"] } ?? [])).joined(separator: ", ")
        }
        var facts: [String: Facts.Fact] = [
            "action": .text("/desk/e/\(shown.event.slug)/devices"),
            "gate": .text(try typed?.one("gate") ?? ""), "name": .text(try typed?.one("name") ?? ""),
            "devices": .list(
                shown.devices.reversed().map { device in
                    Facts([
                        "id": .text("\(device.id)"), "name": .text(device.name), "place": .text(place(device.post)),
                        "paired": .text(device.created.minuteText(in: shown.event.zone)),
                        "seen": .text(device.seen.minuteText(in: shown.event.zone)),
                        "state": .text(device.stateText(at: now)),
                        device.isOver(at: now) ? "over" : "working": .one(Facts([:])),
                    ])
                }),
            "awaited": .list(
                shown.awaited.map { pairing in
                    Facts([
                        "id": .text("\(pairing.device)"), "name": .text(pairing.name ?? "whoever has the code"),
                        "place": .text(place(pairing.post)),
                        "until": .text(pairing.expires.minuteText(in: shown.event.zone)),
                        "failures": .text("\(pairing.failures)"),
                    ])
                }),
        ]
        if !shown.functions.isEmpty {
            facts["choice"] = .one(
                Facts([
                    "functions": .list(
                        shown.functions.map { Facts(["number": .text("\($0.number)"), "name": .text($0.name)]) })
                ]))
        }
        var errors = ErrorSummary()
        for fault in faults {
            facts["\(fault.field)_fault"] = .text(fault.allowed)
            let label = fault.field == "gate" ? "Gate" : "Who works there"
            errors.add(fault.field, "\(label): \(fault.allowed)")
        }
        if !faults.isEmpty { facts["errors"] = errors.fact("No code is made.") }
        if let invitation { facts["invitation"] = .one(try self.facts(invitation, visit, in: shown.event.zone, place)) }
        return try visit.page(
            "devices", title: shown.event.details.title, side: .organizer,
            status: faults.isEmpty ? .ok : .unprocessableContent, facts.merging(shown.heading) { own, _ in own })
    }

    private func facts(
        _ invitation: Invitation, _ visit: Visit, in zone: TimeZone, _ place: (GatePost) -> String
    ) throws -> Facts {
        var facts: [String: Facts.Fact] = [
            "code": .text(invitation.code.text), "place": .text(place(invitation.pairing.post)),
            "until": .text(invitation.pairing.expires.minuteText(in: zone)),
        ]
        guard let origin = visit.origin, !visit.isToThisMachine else {
            facts["unreachable"] = .one(Facts([:]))
            return Facts(facts)
        }
        // A phone that need not say whose it is goes on by itself.
        let link = "\(origin)/pair#\(invitation.code.text)\(invitation.pairing.name == nil ? "" : "/named")"
        facts["symbol"] = .one(Facts(try QRSymbol(link).facts))
        facts["address"] = .text("\(origin)/pair")
        return Facts(facts)
    }

    func invite(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        let (gate, name) = (try form.one("gate") ?? "", try form.one("name") ?? "")
        let chosen = try form.one("function") ?? ""
        let (eventName, now) = (visit.part("event") ?? "", visit.now)
        do {
            let (shown, invitation) = try await visit.office { office in
                let event = try office.event(named: eventName)
                let function = try office.functions(of: event).first { "\($0.number)" == chosen }
                guard chosen.isEmpty || function != nil else {
                    throw Problem(.unprocessableContent, "The event has no such function.")
                }
                let (code, pairing) = try office.invitePhone(
                    to: event, gate: gate, function: function, name: name.isEmpty ? nil : name)
                return (try Shown(eventName, office, at: now), Invitation(code: code, pairing: pairing))
            }
            return try page(visit, shown, invitation)
        } catch ManagementError.invalid(let faults) {
            let shown = try await visit.office { try Shown(eventName, $0, at: now) }
            return try page(visit, shown, typed: form, faults: faults)
        }
    }

    func revoke(_ visit: Visit) async throws -> Answer {
        guard let device = WebDeviceID(visit.part("device") ?? "") else { throw Problem(.notFound) }
        let name = visit.part("event") ?? ""
        let slug = try await visit.office { office in
            let event = try office.event(named: name)
            try office.revokeDevice(device, of: event)
            return event.slug
        }
        return .seeOther("/desk/e/\(slug)/devices")
    }
}

extension WebDevice {
    fileprivate func stateText(at now: Instant) -> String {
        if revoked != nil { return "revoked" }
        return isOver(at: now) ? "not used for long" : "works"
    }
}
