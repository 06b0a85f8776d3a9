import Store
public import Ticketing

extension GateService {
    /// The latest time in a device's ledger; nil if the ledger contains no time. If the device's clock was accepted
    /// (`acceptClock`), the records that existed at the time of the acceptance are ignored.
    public func latestSeen(by device: DeviceID) throws -> Instant? {
        try services.readAsLocalOwner { try $0.acceptedClocks.latestSeen(by: device) }
    }

    /// Accepts a device's clock although the device's ledger contains a later time, for example because the clock was
    /// once ahead. From then on, gates no longer compare the clock with the existing records, so these records cause no
    /// warning.
    ///
    /// - Throws: `ManagementError.localOwnerOnly`; `SalesError.reason` for an empty or malformed reason.
    public func acceptClock(of device: DeviceID, reason: String) throws {
        if let fault = TextFault.of(reason) { throw SalesError.reason(fault) }
        try services.performAsLocalOwner(.acceptClock) { work in
            let seen = try work.connection.acceptedClocks.latestSeen(by: device)
            try work.connection.acceptedClocks.accept(device, at: work.now, reason: reason)
            try work.record(
                AuditSubject(.device, device), before: ["clock": seen?.auditValue ?? ""],
                after: ["clock": work.now.auditValue, "reason": reason])
        }
    }
}
