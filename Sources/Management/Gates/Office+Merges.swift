import Store
public import Ticketing

extension Office {
    /// Takes over what the gate of a lane has decided, and tells the lane who was let in twice. Gates go on meanwhile. Doing
    /// it again changes nothing.
    ///
    /// - Parameters:
    ///   - device: this office's, whose chain says what it has learned.
    ///   - progress: is told how many records are through.
    /// - Throws: `MergeError`, when nothing was taken; `StoreError`.
    public func merge(
        _ lane: GateLane, into event: Event, as device: DeviceID, progress: (Int) throws -> Void = { _ in }
    ) throws -> LaneReport {
        try look(.mergeLedgers, on: event) { _ in }
        guard lane.event == event.number else { throw MergeError.noEvent(path: lane.store.path, event.number) }
        let now = now()
        let summary = try store.merge(
            from: lane.store,
            MergeContext(
                event: event.number, receiver: device, counter: lane.device, at: now, operator: user.name,
                trust: lane.trust),
            progress: progress)
        let report = try note(summary, of: lane, event, by: device, at: now)
        try lane.learn(conflicts(of: event))
        try lane.learnArrival(summary)
        return report
    }

    /// Hands over who was let in twice at an event, by ticket.
    public func forEachConflict(of event: Event, _ body: (KnownConflict) throws -> Void) throws {
        try KnownConflict.forEach(of: event.number, body) { work in
            try look(.showLedger, on: event) { try work($0) }
        }
    }

    /// At most `limit` of them, by ticket, those behind a place.
    public func conflicts(
        of event: Event, after last: DoubleAdmission.Place? = nil, limit: Int
    ) throws -> [KnownConflict] {
        try look(.showLedger, on: event) {
            try KnownConflict.page(of: event.number, after: last, limit: limit, $0)
        }
    }

    /// Keeps what the merge tells of the lane, and writes it down when it brought anything.
    private func note(
        _ summary: MergeSummary, of lane: GateLane, _ event: Event, by device: DeviceID, at now: Instant
    ) throws -> LaneReport {
        let officeClock = try OfficeClock(self)
        return try perform(.mergeLedgers, on: event) { work in
            if let machine = officeClock.machine { try work.connection.deviceClocks.measured(machine, of: device) }
            let own = summary.chains.first { $0.device == lane.device }
            // A pack's file may call its device anything.
            let name = try work.connection.gateDevices.with(id: lane.device)?.name ?? lane.name
            let clock = try work.connection.deviceClocks.learn(
                first: own?.first, last: own?.last, of: lane.device, name: name, at: officeClock.latest(now))
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
            return LaneReport(
                lane: name, device: lane.device, summary: summary, clock: clock, machine: officeClock.machine)
        }
    }

    private func conflicts(of event: Event) throws -> [KnownConflict] {
        var conflicts: [KnownConflict] = []
        try forEachConflict(of: event) { conflicts.append($0) }
        return conflicts
    }
}
