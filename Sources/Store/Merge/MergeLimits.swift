import Ticketing

/// The most that one pack may bring. Every number is far beyond what gates write, and small enough that nothing that
/// follows from it keeps the gates waiting.
struct MergeLimits {
    static let chains = 1000
    /// Chains that one device may have: a device that was cloned, or went on from an older copy.
    static let forks = 32
    static let records: Int64 = 2_000_000
    /// Admissions, exits and undone admissions of one ticket, with those that are stored already: one transaction follows
    /// all of them again.
    static let recordsOfTicket = 1000
    /// What one device may have of a ticket, whatever the others have of it. Otherwise a pack that fills tickets up would
    /// keep every later pack with those tickets out.
    static let recordsOfDevice = 100
    /// Heads of other chains that devices have learned: each is looked up in all chains of its device where there are forks.
    static let learnedHeads = 2000
    static let headsOfMerge = 16
    /// Counters of scans that were no tickets, by gate and reason.
    static let counters = 2000
    static let counted = 1_000_000_000
    /// People who left together.
    static let leaving = Place.dayStride
    /// The first place of a day: one after the year 2240.
    static let place = 100_000 * Place.dayStride
    static let number = 1 << 31
    static let gateBytes = 100
    static let textBytes = 1000
    /// Ends of its office's chains, of all events, that a pack knows.
    static let headsOfPack = 10_000
    /// Milliseconds of a device's own clock: those that times of events may have.
    static let wallClocks =
        Int(Instant.ofEvents.lowerBound.milliseconds)...Int(Instant.ofEvents.upperBound.milliseconds)
    /// How far ahead of the receiver a hybrid clock may be, in seconds: a hundred years. Clocks of gates may be wrong by
    /// years. The bound moves on with the time, so that it also admits what gates decide behind a record that reaches it.
    static let secondsAhead: Int64 = 36_525 * 86_400

    /// Of the pack, for errors.
    let path: String
    private let hybridClocks: ClosedRange<Int>
    private var ofTickets: [Serial: Int] = [:]
    /// By the device that made them.
    private var ofDevices: [DeviceID: [Serial: Int]] = [:]
    private var learnedHeads = 0

    /// - Parameter now: the receiver's clock.
    init(path: String, at now: Instant) {
        self.path = path
        hybridClocks = 0...Int(HybridClock.furthest(at: now.advanced(bySeconds: MergeLimits.secondsAhead)).rawValue)
    }

    /// Looks at what a pack says of itself.
    static func check(_ pack: Pack, path: String) throws {
        try require("bytes of the pack's name", pack.name.utf8.count, atMost: textBytes, path)
        try require("heads of chains", pack.heads.count, atMost: headsOfPack, path)
    }

    /// Counts rows before any of them is read.
    static func checkChains(of from: any StoreConnection, path: String) throws {
        let devices = try from.first("SELECT count(*) FROM device", []) { try $0.number(0) } ?? 0
        try require("chains", devices, atMost: chains, path)
        let branches = try from.first("SELECT count(*) FROM chain_branch", []) { try $0.number(0) } ?? 0
        try require("branches of chains", branches, atMost: chains, path)
    }

    /// Looks at how many chains there are of one device, and how many records they claim to have that are new.
    static func check(_ chains: [IncomingChain], path: String) throws {
        let forks = Dictionary(grouping: chains, by: \.origin).values.map(\.count).max() ?? 0
        try require("chains of one device", forks, atMost: self.forks, path)
        let claimed = chains.reduce(Int64(0)) { $0 + min(max(0, $1.new), records + 1) }
        try require("new records", Int(claimed), atMost: Int(records), path)
    }

    static func check(_ counters: [ScanCounters.Kept], path: String) throws {
        try require("counters", counters.count, atMost: self.counters, path)
        for counter in counters {
            try require("bytes of a gate's name", counter.gate.utf8.count, atMost: gateBytes, path)
            try require("bytes of a reason", counter.reason.utf8.count, atMost: gateBytes, path)
            try require("scans of a counter", counter.count, in: 0...counted, path)
        }
    }

    /// Looks at one record of a chain.
    ///
    /// - Parameter origin: the device that made it.
    /// - Throws: `MergeError.beyondLimit`, `impossible`.
    mutating func check(_ record: AdmissionRecord, of origin: DeviceID) throws {
        let most = Int(Admits.most)
        for moment in [record.wallClock, record.about].compactMap(\.self) {
            try require(
                "milliseconds since 1970", Int(moment.milliseconds), in: MergeLimits.wallClocks, record)
        }
        try require("hybrid clock", Int(record.hybridClock.rawValue), in: hybridClocks, record)
        try require("places of the ticket", record.allowed ?? 0, in: 0...most, record)
        try require("place", record.place ?? 0, in: 0...MergeLimits.place, record)
        try require("used places", record.used, in: 0...MergeLimits.number, record)
        try require("function", record.function, in: 0...MergeLimits.number, record)
        try require("bytes of the gate's name", record.gate.utf8.count, in: 0...MergeLimits.gateBytes, record)
        for (what, text) in [
            ("request", record.request), ("operator", record.operator), ("reason", record.decision.reason),
        ] {
            try require("bytes of the \(what)", text?.utf8.count ?? 0, in: 0...MergeLimits.textBytes, record)
        }
        switch record.decision {
        case .admit:
            let allowed = record.direction == .override ? most : record.allowed ?? most
            try require("people who were admitted", record.count, in: 1...max(1, allowed), record)
        case .exit: try require("people who left", record.count, in: 1...MergeLimits.leaving, record)
        case .void: try require("people of an undone admission", record.count, in: 0...most, record)
        case .refuse: try require("people", record.count, in: 0...MergeLimits.number, record)
        case .merge:
            try require("heads of a merge", record.learned.count, in: 0...MergeLimits.headsOfMerge, record)
            // A record that has learned nothing is read, too.
            learnedHeads += max(1, record.learned.count)
            try require("heads that were learned", learnedHeads, in: 0...MergeLimits.learnedHeads, record)
            return
        }
        guard let serial = record.serial else {
            throw MergeError.impossible(
                path: path, record.id, "the decision “\(record.decision.name)” is about no ticket")
        }
        if case .refuse = record.decision { return }
        ofTickets[serial, default: 0] += 1
        ofDevices[origin, default: [:]][serial, default: 0] += 1
        try require(
            "records of ticket \(TicketCode(serial))", ofTickets[serial, default: 0],
            in: 0...MergeLimits.recordsOfTicket, record)
    }

    /// Looks at how many records the tickets have with those that the receiver has stored.
    ///
    /// - Throws: `MergeError.beyondLimit`.
    func checkTickets(with stored: any StoreConnection, of event: EventNumber) throws {
        for part in SerialList.parts(ofTickets.keys.sorted()) {
            let works = try stored.ledger.work(of: part, event)
            for serial in part {
                let all = ofTickets[serial, default: 0] + (works[serial]?.records ?? 0)
                guard all > MergeLimits.recordsOfTicket else { continue }
                let known = try stored.ledger.recordsByDevice(of: serial, event)
                let isBeyond = ofDevices.contains { device, new in
                    new[serial].map { $0 + known[device, default: 0] > MergeLimits.recordsOfDevice } ?? false
                }
                guard isBeyond else { continue }
                try MergeLimits.require(
                    "records of ticket \(TicketCode(serial))", all, atMost: MergeLimits.recordsOfTicket, path)
            }
        }
    }

    private func require(
        _ what: String, _ value: Int, in range: ClosedRange<Int>, _ record: AdmissionRecord
    ) throws {
        guard !range.contains(value) else { return }
        throw MergeError.beyondLimit(
            path: path, record.id, what: what, value: value, least: range.lowerBound, most: range.upperBound)
    }

    private static func require(_ what: String, _ value: Int, atMost limit: Int, _ path: String) throws {
        try require(what, value, in: 0...limit, path)
    }

    private static func require(_ what: String, _ value: Int, in range: ClosedRange<Int>, _ path: String) throws {
        guard !range.contains(value) else { return }
        throw MergeError.beyondLimit(
            path: path, nil, what: what, value: value, least: range.lowerBound, most: range.upperBound)
    }
}
