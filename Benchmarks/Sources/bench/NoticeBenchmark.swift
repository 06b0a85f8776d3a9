import Foundation
import Gate
import Management
import Store
import TicketToken
import Ticketing

private let holders = 100_000

/// Measures the change of an event with 100,000 holders, the delivery of the messages about the change, and scans
/// during the change and the delivery.
func notifying(_ program: String) throws -> [BenchmarkRow] {
    try [changing()] + Engine.allCases.flatMap { try scanningBeside($0, program) }
}

/// Measures the time to change the event's venue and to queue notices to all holders. This is compared with SQLite's
/// shell, which inserts the same notices in one transaction.
private func changing() throws -> BenchmarkRow {
    let work = "change of an event with 100,000 holders, vs. SQLite’s shell inserting the same notices"
    if let tool = Shell.missing(Engine.sqlite.tools) { return .leftOut(work, bar: 3, without: tool) }
    var (bare, ours): ([Double], [Double]) = ([], [])
    var megabytes = 0.0
    for _ in 0..<3 {
        let outbox = try Outbox(.sqlite)
        bare.append(try outbox.insertByShell())
        let change = try Change(outbox.change().output())
        ours.append(change.time)
        megabytes = max(megabytes, change.megabytes)
    }
    var row = BenchmarkRow(
        work: work, bare: median(bare), ours: median(ours), bar: 3,
        remark: "\(Int(Double(holders) * 1e9 / median(ours))) notices a second; "
            + "\(Int(megabytes)) MB at most (limit 100 MB)")
    row.isOverItsLimit = megabytes > 100
    return row
}

/// Measures scans while another process changes the event, and while `notice send` writes the messages into a folder.
/// These scans are compared with scans while nothing else uses the store. On SQLite, this function also measures the
/// delivery itself.
private func scanningBeside(_ engine: Engine, _ program: String) throws -> [BenchmarkRow] {
    let work =
        "\(engine.name): p99 of a scan during an event change with 100,000 messages, "
        + "vs. while nothing else uses the store"
    if let tool = Shell.missing(engine.tools) { return [.leftOut(work, bar: 1.3, without: tool)] }
    let outbox = try Outbox(engine)
    let gate = try outbox.gate()
    let (rounds, messages) = (5, 100)
    var (rest, sending): ([Double], [Double]) = ([], [])
    rest += gate.scan(for: .seconds(4))
    let change = try outbox.change()
    // While the gate scans, the process that changes the event waits most of the time. The gate stops after at most 60
    // seconds, so that this process can finish at full speed.
    let changing = gate.scan(for: .seconds(60)) { change.isRunning }
    _ = try Change(change.output())
    let clock = ContinuousClock()
    var time = Duration.zero
    try outbox.setUpMail(program)
    for _ in 0..<rounds {
        rest += gate.scan(for: .seconds(4))
        time += try clock.measure {
            let sender = try Child(program, outbox.sending + ["--limit", "\(messages)"])
            sending += gate.scan(for: .seconds(60)) { sender.isRunning }
            _ = try sender.output()
        }
    }
    let sent = try outbox.mails().count
    guard sent == rounds * messages else { throw Trouble("\(sent) messages were sent") }
    let worst = [changing, sending].map(percentile99)
    let row = BenchmarkRow(
        work: work, bare: percentile99(rest), ours: worst.max() ?? 0, bar: 1.3,
        remark: "change \(microseconds(worst[0])), messages \(microseconds(worst[1])); "
            + "\(Int(Double(sent) / (time / .seconds(1)))) messages a second meanwhile")
    let rows = try engine == .sqlite ? [row, delivering(outbox, program)] : [row]
    try FileManager.default.removeItem(atPath: outbox.folder)
    return rows
}

/// Measures how long `notice send` needs for the messages that are not sent yet, while no gate scans. This is compared
/// with a Python program that composes mails with the same parts and syncs each file, too.
private func delivering(_ outbox: Outbox, _ program: String) throws -> BenchmarkRow {
    let work = "a message to each of 100,000 holders into a folder, per message, vs. Python’s email module"
    if let tool = Shell.missing(["python3"]) { return .leftOut(work, bar: 1.5, without: tool) }
    guard let model = try outbox.mails().min() else { throw Trouble("no message was sent") }
    let copies = "\(outbox.data)/bare-mails"
    let (count, clock) = (2000, ContinuousClock())
    func bare() throws -> Double {
        if FileManager.default.fileExists(atPath: copies) { try FileManager.default.removeItem(atPath: copies) }
        try FileManager.default.createDirectory(atPath: copies, withIntermediateDirectories: true)
        return try clock.measure {
            try Shell.run(["python3", "Python/mails.py", "\(outbox.folder)/\(model)", copies, "\(count)"])
        } / .nanoseconds(count)
    }
    let before = try bare()
    let sent = try outbox.mails().count
    var megabytes = 0
    let time = try clock.measure { megabytes = try peak(of: [program] + outbox.sending, data: outbox.data) }
    let after = try bare()
    let all = try outbox.mails().count
    guard all == holders else { throw Trouble("\(all) messages were sent") }
    let each = time / .nanoseconds(all - sent)
    var row = BenchmarkRow(
        work: work, bare: median([before, after]), ours: each, bar: 1.5,
        remark: "\(Int(1e9 / each)) a second; \(megabytes) MB at most (limit 150 MB)")
    row.isOverItsLimit = megabytes > 150
    return row
}

/// Changes the event's venue, and queues the notices to all holders. Prints the time in nanoseconds, and the process's
/// peak memory in megabytes.
func move(_ arguments: [String]) throws {
    guard arguments.count == 3 else { throw Trouble("usage: move STORE VENUE") }
    let address: StoreAddress =
        arguments[1].hasPrefix("postgres")
        ? .postgreSQL(try PostgreSQLAddress(url: arguments[1])) : .sqlite(path: arguments[1])
    let store = try Store.open(address)
    let services = try ManagementServices.signIn(to: store, clock: Stage.now).allowingMessages(to: .max)
    let event = try services.events.event(named: "big-night")
    var audiences = AudienceQueue(clock: Stage.now)
    let time = try ContinuousClock().measure {
        let edit = try services.events.edit(event) { $0.venue = arguments[2] }
        guard edit.notices == holders else { throw Trouble("\(edit.notices) notices were queued") }
        try audiences.queueAll(store)
    }
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    guard let kilobytes = String(decoding: status, as: UTF8.self).firstMatch(of: /VmHWM:\s+(\d+) kB/)?.1 else {
        throw Trouble("no memory in /proc/self/status")
    }
    print(Int(time / .nanoseconds(1)), kilobytes)
}

/// The figures that a process prints after it has changed the event's venue (`move`).
private struct Change {
    /// The time of the change, in nanoseconds.
    let time: Double
    let megabytes: Double

    init(_ output: String) throws {
        let numbers = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard numbers.count == 2 else { throw Trouble("the change printed \(output)") }
        (time, megabytes) = (numbers[0], numbers[1] / 1024)
    }
}

/// An event with 100,000 holders. The event starts in six hours, so messages about it are also sent at night.
private struct Outbox {
    let hall: Hall
    private let event: Event
    let data: String
    private let ring: KeyRing

    var folder: String { "\(data)/mails" }

    init(_ engine: Engine) throws {
        hall = try Hall(engine, "notices")
        let start = Stage.now().advanced(bySeconds: 6 * 3600)
        event = try hall.services.events.edit(hall.event) {
            $0.start = start
            $0.end = start.advanced(bySeconds: 6 * 3600)
        }.event
        // `fill` cancels the first of every 50 tickets, so 100,000 of the 102,041 tickets stay active.
        try hall.fill(tickets: 102_041, scans: 0)
        data = "\(FileManager.default.currentDirectoryPath)/.build/stage/notices"
        if engine == .postgreSQL, FileManager.default.fileExists(atPath: data) {
            try FileManager.default.removeItem(atPath: data)
        }
        try FileManager.default.createDirectory(atPath: "\(data)/mails", withIntermediateDirectories: true)
        try KeyRing.create(at: "\(data)/keys")
        var ring = try KeyRing.open(at: "\(data)/keys")
        _ = try ring.generate(at: Stage.now())
        self.ring = ring
        var random = SystemRandomNumberGenerator()
        try Data("\(DeviceID.random(using: &random))\n".utf8).write(to: URL(filePath: "\(data)/device"))
    }

    private var access: [String] {
        ["--data", data, "--store", hall.engine == .sqlite ? "sqlite:\(hall.location)" : hall.location]
    }

    /// The arguments of a command that sends all messages.
    var sending: [String] { ["notice", "send"] + access }

    func setUpMail(_ program: String) throws {
        try Stage.run(
            program,
            [
                "mail", "set", "--folder", folder, "--from", "tickets@example.org", "--url",
                "https://tickets.example.org",
            ] + access, data: data)
    }

    func mails() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".eml") }
    }

    func change() throws -> Child {
        try Child(
            URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().path,
            ["move", hall.location, "Kololo Airstrip"])
    }

    /// The time that SQLite's shell takes to insert the same notices into a copy of the store, in nanoseconds.
    func insertByShell() throws -> Double {
        let copy = "\(data)/bare.sqlite"
        try Stage.removeFiles([copy])
        try Shell.run(["sqlite3", hall.location, "VACUUM INTO '\(copy)'"])
        try Shell.run(["sqlite3", copy, "PRAGMA journal_mode = WAL"])
        let (event, organizer, now) = (event.number, event.organizer, Stage.now().milliseconds)
        let payload = """
            {"end":"2026-12-05T22:00:00.000Z","old_address":"","old_city":"","old_doors":"",\
            "old_end":"2026-12-05T22:00:00.000Z","old_start":"2026-12-05T16:00:00.000Z","old_venue":"Lido",\
            "start":"2026-12-05T16:00:00.000Z","timezone":"Africa/Kampala","title":"Big Night",\
            "venue":"Kololo Airstrip"}
            """
        let script = """
            PRAGMA synchronous = FULL;
            BEGIN;
            INSERT INTO notice (notice_key, organizer, event, kind, recipient, payload, created, due)
            SELECT 'event-moved/\(event)/\(now)/1/' || email, \(organizer), \(event), 'event-moved', email, '\(payload)',
                \(now), \(now)
            FROM ticket WHERE event = \(event) AND status = 'issued' ORDER BY serial;
            COMMIT;
            """
        return try ContinuousClock().measure { try Shell.run(["sqlite3", copy], input: script) } / .nanoseconds(1)
    }

    func gate() throws -> SteadyGate {
        let signer = TicketSigner(ring)
        let tokens = try hall.store.read { connection in
            try (1...2000).filter { $0 % 50 != 0 }.map { value in
                let serial = Serial(rawValue: UInt64(1 + value * 1_048_573))
                let ticket = try serial.flatMap { try connection.tickets.with(serial: $0, of: event.number) }
                guard let ticket else { throw Trouble("no ticket \(value)") }
                return try signer.sign(ticket.claims(of: event))
            }
        }
        var random = SystemRandomNumberGenerator()
        return SteadyGate(
            try Gate(
                name: "North", event: event.number, store: hall.store, ring: ring, device: .random(using: &random),
                operation: Gate.Operation(operator: "bench", clock: Stage.now)), tokens)
    }
}
