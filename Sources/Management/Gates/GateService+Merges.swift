import Store
public import Ticketing

extension GateService {
    /// Merges the decisions of a lane into this store, and reports double admissions back to the lane. Gates keep
    /// working during the merge. Merging the same decisions a second time changes nothing.
    ///
    /// - Parameters:
    ///   - device: the device of this store. The merge is recorded in this device's chain.
    ///   - progress: called with the number of records that have been processed.
    /// - Throws: `StoreError`; `MergeError` if the lane is refused, for example because its chain is broken. If the
    ///   lane is refused, nothing is merged.
    public func merge(
        _ lane: LaneStore, into event: Event, as device: DeviceID, progress: (Int) throws -> Void = { _ in }
    ) throws -> LaneMergeReport {
        try services.read(.mergeLedgers, on: event) { _ in }
        guard lane.event == event.number else { throw MergeError.eventMissing(path: lane.store.path, event.number) }
        let now = services.now()
        let summary = try services.store.merge(
            from: lane.store,
            MergeContext(
                event: event.number, receiver: device, sender: lane.device, at: now, operator: services.user.name,
                trust: lane.trust),
            progress: progress)
        let report = try recordMerge(summary, of: lane, event, by: device, at: now)
        try lane.storeConflicts(conflicts(of: event))
        try lane.storeMergedHead(summary)
        return report
    }

    /// Passes the double admissions of an event to a closure, ordered by ticket.
    public func forEachConflict(of event: Event, _ body: (DoubleAdmissionDetails) throws -> Void) throws {
        try DoubleAdmissionDetails.forEach(of: event.number, body) { work in
            try services.read(.showLedger, on: event) { try work($0) }
        }
    }

    /// At most `limit` double admissions after the position `last`, ordered by ticket.
    public func conflicts(
        of event: Event, after last: DoubleAdmission.Cursor? = nil, limit: Int
    ) throws -> [DoubleAdmissionDetails] {
        try services.read(.showLedger, on: event) {
            try DoubleAdmissionDetails.page(of: event.number, after: last, limit: limit, $0)
        }
    }

    /// Uses the merged records to compute how far the lane's clock is from the main store's clock, and stores this
    /// offset. If the merge added records, or found that records are lost, the audit trail records the merge.
    private func recordMerge(
        _ summary: MergeSummary, of lane: LaneStore, _ event: Event, by device: DeviceID, at now: Instant
    ) throws -> LaneMergeReport {
        let mainClock = try StoreClock(services)
        return try services.perform(.mergeLedgers, on: event) { work in
            if let machine = mainClock.machineOffset {
                try work.connection.deviceClocks.recordMeasurement(machine, of: device)
            }
            let own = summary.chains.first { $0.device == lane.device }
            // The lane's name in the main store is preferred, because the name in a pack's file cannot be trusted.
            let name = try work.connection.gateDevices.with(id: lane.device)?.name ?? lane.name
            let clock = try work.connection.deviceClocks.update(
                first: own?.first, last: own?.last, of: lane.device, name: name, at: mainClock.latest(now))
            if summary.new > 0 || !summary.lost.isEmpty {
                try work.record(
                    AuditSubject(.ledger, lane.device), of: event.number,
                    after: AuditFields(
                        present: [
                            ("lane", name), ("records", "\(summary.new)"),
                            ("conflicts", "\(summary.conflicts.count)"),
                            ("forks", "\(summary.chains.count { $0.fork != nil })"),
                            ("lost_heads", summary.lost.isEmpty ? nil : "\(summary.lost.count)"),
                        ]))
            }
            return LaneMergeReport(
                lane: name, device: lane.device, summary: summary, clock: clock, machineClock: mainClock.machineOffset)
        }
    }

    private func conflicts(of event: Event) throws -> [DoubleAdmissionDetails] {
        var conflicts: [DoubleAdmissionDetails] = []
        try forEachConflict(of: event) { conflicts.append($0) }
        return conflicts
    }
}
