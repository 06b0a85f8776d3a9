import Foundation
import Gate
import Management
import Store
import TicketToken
import Ticketing

private let gates = 8
private let scansEach = 250
private let rounds = 5

/// Measures admissions at eight gates on one PostgreSQL server. Each gate is a separate process and a separate device.
/// The gates are compared with pgbench, which runs only the SQL statements of an admission.
func crowding(_ program: String) throws -> [BenchmarkRow] {
    let work = "one admission, 8 gates at once, PostgreSQL, vs. pgbench with the same statements"
    if let tool = Shell.missing(Engine.postgreSQL.tools + ["pgbench"]) {
        return [.leftOut(work, bar: 1 / 0.7, without: tool)]
    }
    let hall = try Hall(.postgreSQL, "gates")
    try hall.fill(tickets: 100_000, scans: 0)
    let folder = "\(FileManager.default.currentDirectoryPath)/.build/stage/gates"
    if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try KeyRing.create(at: "\(folder)/keys")
    var ring = try KeyRing.open(at: "\(folder)/keys")
    _ = try ring.generate(at: Stage.now())
    let script = "\(folder)/admission.sql"
    try Data(statements(in: hall).utf8).write(to: URL(filePath: script))
    var (bare, ours): ([Double], [Double]) = ([], [])
    var (bareEach, ourEach): ([Double], [Double]) = ([], [])
    for round in 0..<rounds {
        let plain = try Crowd.pgbench(gates, times: scansEach, script: script, at: hall.location)
        bare.append(plain.time)
        bareEach += plain.each
        let crowd = try Crowd.run(
            gates, ["admit", hall.location, hall.event.slug, "\(folder)/keys", "\(round)"])
        ours.append(crowd.time / Double(gates * scansEach))
        ourEach += crowd.outputs.flatMap { $0.split(separator: "\n").compactMap { Double($0) } }
    }
    guard ourEach.count == rounds * gates * scansEach else { throw Trouble("\(ourEach.count) scans were timed") }
    return [
        BenchmarkRow(
            work: work, bare: median(bare), ours: median(ours), bar: 1 / 0.7,
            remark: "\(Int(1e9 / median(ours))) a second, pgbench \(Int(1e9 / median(bare)))"),
        BenchmarkRow(
            work: "p99 of an admission, 8 gates at once, vs. pgbench", bare: percentile99(bareEach),
            ours: percentile99(ourEach), bar: 2),
    ]
}

/// Runs one of the eight gates.
func admit(_ arguments: [String]) throws {
    guard arguments.count == 6, let round = Int(arguments[4]), let index = Int(arguments[5]) else {
        throw Trouble("usage: admit STORE EVENT KEYS ROUND NUMBER")
    }
    let store = try Store.open(.postgreSQL(try PostgreSQLAddress(url: arguments[1])))
    let ring = try KeyRing.open(at: arguments[3])
    let event = try ManagementServices.signIn(to: store, clock: Stage.now).events.event(named: arguments[2])
    let first = (round * gates + index) * (scansEach + 8) * 53 / 50
    let signer = TicketSigner(ring)
    // Every fiftieth ticket is cancelled, so the gate would refuse it.
    let values = Array((first...).lazy.filter { $0 % 50 != 0 }.prefix(scansEach + 8))
    let tokens = try store.read { connection in
        try values.map { value in
            let serial = Serial(rawValue: UInt64(1 + value * 1_048_573))
            let ticket = try serial.flatMap { try connection.tickets.with(serial: $0, of: event.number) }
            guard let ticket else { throw Trouble("no ticket \(value)") }
            return try signer.sign(ticket.claims(of: event))
        }
    }
    var random = SystemRandomNumberGenerator()
    let gate = try Gate(
        name: "Gate \(index)", event: event.number, store: store, ring: ring, device: .random(using: &random),
        operation: Gate.Operation(operator: "bench", clock: Stage.now))
    func scan(_ token: String) throws {
        let outcome = gate.decide(Scan(token)).outcome
        guard case .admit = outcome else { throw Trouble("not admitted: \(outcome)") }
    }
    // The first scans are not measured: during them, the gate connects to the server, and the server prepares every
    // statement.
    for token in tokens.prefix(8) { try scan(token) }
    let clock = ContinuousClock()
    var times: [Double] = []
    try Crowd.participate {
        for token in tokens.dropFirst(8) { times.append(try clock.measure { try scan(token) } / .nanoseconds(1)) }
    }
    print(times.map { "\($0)" }.joined(separator: "\n"))
}

/// An admission's statements, as a pgbench script.
private func statements(in hall: Hall) -> String {
    let event = hall.event.number.rawValue
    let device = "decode(lpad(to_hex(:client_id + 1), 32, '0'), 'hex')"
    let hash = "'a hash has 32 bytes: 0123456789a'"
    return """
        \\set value random(50000, 99999)
        \\set request random(1, 1000000000000000)
        BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE;
        INSERT INTO device (id, sequence, hybrid_clock, hash) VALUES (\(device), 0, 0, \(hash)) ON CONFLICT DO NOTHING;
        SELECT sequence, length(hash) AS size FROM device WHERE id = \(device) FOR NO KEY UPDATE \\gset
        SELECT t.*, p.slot, p.inside, p.first_at, p.first_gate, p.last_at, p.last_gate, p.entries, p.clock
            FROM ticket t LEFT JOIN admission_slot p ON p.event = t.event AND p.serial = t.serial AND p.sub_event = 0
            WHERE t.event = \(event) AND t.serial = 1 + :value * CAST(1048573 AS BIGINT) ORDER BY p.slot FOR NO KEY UPDATE OF t;
        SELECT *, (SELECT e.minimum_age FROM event e WHERE e.number = ticket_type.event),
            (SELECT min(f.number) FROM sub_event f WHERE f.event = ticket_type.event)
            FROM ticket_type WHERE event = \(event) AND number = \(hall.types[0].number.rawValue);
        INSERT INTO admission_slot (event, serial, sub_event, slot, inside, first_at, first_gate, last_at, last_gate, clock)
            VALUES (\(event), 1 + :value * CAST(1048573 AS BIGINT), 0, 0, 1, 1, 'North', 1, 'North', 1) ON CONFLICT DO NOTHING;
        INSERT INTO record (device, sequence, request, event, serial, issue, type, sub_event, slot, count, used,
            direction, verdict, gate, operator, wall_clock, hybrid_clock, hash, allowed, reentry)
            VALUES (\(device), :sequence + 1, '~' || CAST(:request AS TEXT), \(event), 1 + :value * CAST(1048573 AS BIGINT), 0, 0, 0, 0, 1, 1,
                'entry', 'admit', 'North', 'bench', 1, 1, \(hash), 1, 'after-exit');
        UPDATE device SET sequence = :sequence + 1, hybrid_clock = 1, hash = \(hash) WHERE id = \(device);
        COMMIT;

        """
}
