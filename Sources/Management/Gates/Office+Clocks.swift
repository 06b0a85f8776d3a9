import Store
public import Ticketing

extension Office {
    /// The latest moment that a device's ledger has seen, as far as it counts; nil if nothing does.
    public func latestSeen(by device: DeviceID) throws -> Instant? {
        try lookAsLocalOwner { try $0.acceptedClocks.latestSeen(by: device) }
    }

    /// Says that a device's clock is right though its ledger has seen a later time: a clock was ahead once. Gates then warn
    /// only of what happens from now on. The records stay as they are.
    ///
    /// - Throws: `ManagementError.localOwnerOnly`; `SalesError.reason` for an empty or malformed reason.
    public func acceptClock(of device: DeviceID, reason: String) throws {
        if let fault = NameFault.of(reason) { throw SalesError.reason(fault) }
        try performAsLocalOwner(.acceptClock) { work in
            let seen = try work.connection.acceptedClocks.latestSeen(by: device)
            try work.connection.acceptedClocks.accept(device, at: work.now, reason: reason)
            try work.record(
                AuditSubject(.device, device), before: ["clock": seen?.auditText ?? ""],
                after: ["clock": work.now.auditText, "reason": reason])
        }
    }
}
