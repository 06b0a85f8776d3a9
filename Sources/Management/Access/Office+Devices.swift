import Store
public import Ticketing

extension Office {
    /// Awaits a phone at a gate: whoever has the code within ten minutes pairs theirs, once. A narrowed office does not.
    ///
    /// - Parameters:
    ///   - function: nil lets who has the phone say which one, where there are any.
    ///   - name: of who works with it; nil lets them say it.
    public func invitePhone(
        to event: Event, gate: String, function: EventFunction? = nil, name: String? = nil
    ) throws -> (code: PairingCode, pairing: Pairing) {
        try perform(.pairDevice, on: event) { work in
            var faults = FieldFaults()
            faults.demand(text: gate, "gate", atMost: GatePost.longestGate)
            faults.demandDeviceName(name)
            guard faults.all.isEmpty else { throw ManagementError.invalid(faults.all) }
            // What was lent is not lent on: it would outlive the loan.
            try demandNoGrant(for: .pairDevice)
            if let function, try !work.connection.functions.all(of: event.number).contains(where: { $0 == function }) {
                throw CelebrationError.unknownFunction(function.name, known: [])
            }
            guard try work.connection.events.with(number: event.number)?.deleted == nil else {
                throw ManagementError.alreadyDeleted
            }
            let pairings = work.connection.pairings
            try pairings.forget(expiredAt: work.now)
            var random = SystemRandomNumberGenerator()
            while true {
                let code = try PairingCode()
                let pairing = Pairing(
                    device: .random(using: &random),
                    post: GatePost(
                        organizer: event.organizer, event: event.number, gate: gate, function: function?.number),
                    name: name, invitedBy: user.id, expires: work.now.advanced(bySeconds: Pairing.openSeconds))
                guard try pairings.add(pairing, hash: code.hash) else { continue }
                try work.record(
                    AuditSubject(.device, pairing.device), of: event.number,
                    after: pairing.post.auditFields.merging(
                        AuditFields(present: [("name", name), ("open_until", pairing.expires.auditText)])
                    ) { $1 })
                return (code, pairing)
            }
        }
    }

    /// The phones at an event's gates, by when they were paired: also those that are over.
    public func devices(of event: Event) throws -> [WebDevice] {
        try look(.showDevices, on: event) { try $0.webDevices.all(of: event.number) }
    }

    /// The phones that are awaited now, by when that ends.
    public func pairings(of event: Event) throws -> [Pairing] {
        let now = now()
        return try look(.showDevices, on: event) { connection in
            try connection.pairings.all(of: event.number).filter { $0.isOpen(at: now) }
        }
    }

    /// Ends a phone's work at once, or awaits it no more. One that has ended stays as it is.
    ///
    /// - Throws: `ManagementError.unknownDevice`.
    public func revokeDevice(_ id: WebDeviceID, of event: Event) throws {
        try perform(.revokeDevice, on: event) { work in
            let connection = work.connection
            let isWithdrawn = try connection.pairings.withdraw(id, of: event.number)
            guard try connection.webDevices.revoke(id, of: event.number, at: work.now) || isWithdrawn else {
                guard try connection.webDevices.with(id: id, of: event.number) != nil else {
                    throw ManagementError.unknownDevice(id)
                }
                return
            }
            try work.record(
                AuditSubject(.device, id), of: event.number, after: ["revoked": work.now.auditText])
        }
    }
}

extension FieldFaults {
    /// What somebody at a gate is called: a line of text; nil where it is said later.
    mutating func demandDeviceName(_ name: String?) {
        demand(optional: name, "name", atMost: GatePost.longestGate)
    }
}

extension GatePost {
    fileprivate var auditFields: AuditFields {
        AuditFields(present: [("gate", gate), ("function", function.map { "\($0)" })])
    }
}
