import Store
public import Ticketing

/// Pairs phones with gates, and lists and revokes paired phones.
public struct DeviceService: Sendable {
    let services: ManagementServices

    /// Creates a pairing, with which one phone gets access to a gate of the event. The code of the pairing is valid for
    /// ten minutes. Devices and API clients cannot create pairings, because the newly paired phone could outlive their
    /// own access.
    ///
    /// - Parameters:
    ///   - subEvent: the sub-event of the gate. If it is nil and the event has sub-events, the person with the phone
    ///     chooses a sub-event.
    ///   - name: the name of the person who uses the phone. If it is nil, that person enters it.
    public func createPairing(
        to event: Event, gate: String, subEvent: SubEvent? = nil, name: String? = nil
    ) throws -> (code: PairingCode, pairing: Pairing) {
        try services.perform(.pairDevice, on: event) { work in
            var faults = FieldFaults()
            faults.require(text: gate, "gate", atMost: GateAssignment.longestGate)
            faults.requireDeviceName(name)
            guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
            try services.requireUnrestricted(for: .pairDevice)
            if let subEvent, try !work.connection.subEvents.all(of: event.number).contains(where: { $0 == subEvent }) {
                throw GuestError.unknownSubEvent(subEvent.name, known: [])
            }
            guard try work.connection.events.with(number: event.number)?.deleted == nil else {
                throw ManagementError.alreadyDeleted
            }
            let pairings = work.connection.pairings
            try pairings.prune(expiredAt: work.now)
            var random = SystemRandomNumberGenerator()
            while true {
                let code = try PairingCode()
                let pairing = Pairing(
                    device: .random(using: &random),
                    assignment: GateAssignment(
                        organizer: event.organizer, event: event.number, gate: gate, subEvent: subEvent?.number),
                    name: name, invitedBy: services.user.id,
                    expires: work.now.advanced(bySeconds: Pairing.lifetimeSeconds))
                guard try pairings.add(pairing, hash: code.hash) else { continue }
                try work.record(
                    AuditSubject(.device, pairing.device), of: event.number,
                    after: pairing.assignment.auditFields.merging(
                        AuditFields(present: [("name", name), ("open_until", pairing.expires.auditValue)])
                    ) { $1 })
                return (code, pairing)
            }
        }
    }

    /// The phones that were paired with an event, sorted by pairing time. Phones that no longer have access are
    /// included.
    public func devices(of event: Event) throws -> [WebDevice] {
        try services.read(.showDevices, on: event) { try $0.webDevices.all(of: event.number) }
    }

    /// The pending pairings of an event, sorted by expiry time.
    public func pairings(of event: Event) throws -> [Pairing] {
        let now = services.now()
        return try services.read(.showDevices, on: event) { connection in
            try connection.pairings.all(of: event.number).filter { $0.isOpen(at: now) }
        }
    }

    /// Revokes a paired phone immediately, or cancels a pending pairing. Does nothing if the phone was already revoked.
    ///
    /// - Throws: `ManagementError.unknownDevice` if the event has neither a phone nor a pairing with this id.
    public func revokeDevice(_ id: WebDeviceID, of event: Event) throws {
        try services.perform(.revokeDevice, on: event) { work in
            let connection = work.connection
            let isWithdrawn = try connection.pairings.cancel(id, of: event.number)
            guard try connection.webDevices.revoke(id, of: event.number, at: work.now) || isWithdrawn else {
                guard try connection.webDevices.with(id: id, of: event.number) != nil else {
                    throw ManagementError.unknownDevice(id)
                }
                return
            }
            try work.record(
                AuditSubject(.device, id), of: event.number, after: ["revoked": work.now.auditValue])
        }
    }
}

extension FieldFaults {
    /// Requires a valid name of a person at a gate: one line of text. Nil is also valid: that person then enters the
    /// name on the phone.
    mutating func requireDeviceName(_ name: String?) {
        require(optional: name, "name", atMost: GateAssignment.longestGate)
    }
}

extension GateAssignment {
    fileprivate var auditFields: AuditFields {
        AuditFields(present: [("gate", gate), ("sub_event", subEvent.map { "\($0)" })])
    }
}
