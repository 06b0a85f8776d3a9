import EventFixture
import Foundation
import Gate
import Management
import Store
import Synchronization
import Testing
import Ticketing

/// A failure of the database server while gates use it.
enum ServerLoss: String, CaseIterable {
    /// All processes of the server are killed, and the server is restarted on the same data.
    case killed
    /// All processes of the server are paused. They continue once every gate has had an undecided scan or has ended.
    case frozen

    func begin(_ server: PostgreSQLServer) throws {
        switch self {
        case .killed: try server.kill()
        case .frozen: try server.freeze()
        }
    }

    func end(_ server: PostgreSQLServer) throws {
        switch self {
        case .killed: try server.start()
        case .frozen: try server.thaw()
        }
    }
}

@Suite("Eight gates whose database server fails and recovers", .serialized, .slow)
struct ServerLossTests {
    private static let gates = 8
    private static let outages = TestEffort.isSoak ? 10 : 1

    @Test(
        "Gates are undecided during an outage and then recover by themselves; each printed admission is recorded once",
        arguments: ServerLoss.allCases)
    func outage(loss: ServerLoss) throws {
        var random = SeededGenerator(for: "server \(loss)")
        let server = try PostgreSQLServer()
        for _ in 0..<ServerLossTests.outages { try outage(loss, of: server, using: &random) }
    }

    private func outage(_ loss: ServerLoss, of server: PostgreSQLServer, using random: inout SeededGenerator) throws {
        let festival = try Festival(engine: .postgreSQL, server: server)
        let family = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Family", admits: try #require(Admits(rawValue: 3))), to: festival.event)
        let tokens = try festival.issue(60) + festival.issue(20, type: family)
        let scans = (0..<ServerLossTests.gates).map { _ in tokens.shuffled(using: &random) }
        let devices = scans.map { _ in DeviceID.random(using: &random) }
        let pieces = Int.random(in: 1...6, using: &random)
        // The outage begins when each gate has returned at least one verdict, and all gates together have returned at
        // least this number of verdicts.
        let moment = Int.random(in: 20...160, using: &random)
        let evening = Evening(gates: ServerLossTests.gates)

        let answers = try atOnce(ServerLossTests.gates + 1) { number -> [PrintedVerdict] in
            guard number < ServerLossTests.gates else {
                try evening.wait("scans before the outage") { $0.verdicts >= moment && $0.gates.count == $1 }
                try loss.begin(server)
                try evening.wait("every gate is undecided or done") {
                    $0.undecided.union($0.done).count == $1
                }
                try loss.end(server)
                evening.goOn()
                return []
            }
            defer { evening.change { $0.done.insert(number) } }
            let program = try Program(
                ["gate", "check", "new-year", "--gate", "Gate \(number)", "--json"], on: festival,
                device: devices[number])
            return try evening.scan(scans[number], by: number, piece: pieces, program)
        }
        #expect(answers.joined().contains { $0.verdict == "undecided" })
        try check(Array(answers.dropLast()), devices, festival)
    }

    private func check(_ answers: [[PrintedVerdict]], _ devices: [DeviceID], _ festival: Festival) throws {
        var records: [DeviceID: [UInt64: Int]] = [:]
        var people: [UInt64: Int] = [:]
        try festival.services.gates.forEachRecord(of: festival.event) { record in
            guard record.decision == .admit, let serial = record.serial?.rawValue else { return }
            records[record.device, default: [:]][serial, default: 0] += record.count
            people[serial, default: 0] += record.count
        }
        for (answers, device) in zip(answers, devices) {
            let displayed = Dictionary(grouping: answers.filter { $0.verdict == "admit" }.compactMap(\.serial)) { $0 }
            for (serial, times) in displayed {
                #expect(times.count <= records[device]?[serial] ?? 0, "printed, but not recorded")
            }
        }
        // Every gate has scanned every ticket, and has repeated undecided scans until they were decided. So each ticket
        // has admitted exactly as many people as it allows.
        try festival.services.tickets.forEachTicket(of: festival.event) { ticket in
            #expect(people[ticket.serial.rawValue] == Int(ticket.admits.rawValue), "\(ticket.code)")
        }
        guard case .intact = try festival.store.read({ try $0.ledger.verify() }) else {
            throw Surprise("a chain of the ledger is broken")
        }
    }

    @Test(
        "If the server's disk is full, scans are undecided; once there is space again, the gate admits tickets",
        arguments: ["", "DEFERRABLE INITIALLY DEFERRED"])
    func full(when: String) throws {
        let festival = try Festival(engine: .postgreSQL)
        let tokens = try festival.issue(3)
        let gate = try festival.gate()
        #expect(gate.decide(Scan(tokens[0])).outcome == .admit(again: false))
        // The trigger raises the error that the server reports when its disk is full.
        let statements = [
            """
            CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$
            """,
            """
            CREATE CONSTRAINT TRIGGER no_room AFTER INSERT ON record \(when) FOR EACH ROW EXECUTE FUNCTION no_room()
            """,
        ]
        try festival.store.write { connection in
            for statement in statements { try connection.execute(statement, []) }
        }
        for verdict in gate.decide([Scan(tokens[1], requestID: "once"), Scan(tokens[2])]) {
            guard case .undecided(let why) = verdict.outcome else { throw Surprise("\(verdict.outcome)") }
            #expect(why.english.contains("full"))
        }
        #expect(try festival.store.read { try $0.slots.totals(of: festival.event.number) }.admitted == 1)
        try festival.tamper("DROP TRIGGER no_room ON record")
        let again = gate.decide([Scan(tokens[1], requestID: "once"), Scan(tokens[2])])
        #expect(again.map(\.outcome) == [.admit(again: false), .admit(again: false)])
        #expect(try festival.store.read { try $0.ledger.verify() } == .intact(devices: 1, records: 3))
    }
}

/// The state that the gates' threads share with the thread that causes the outage.
private final class Evening: Sendable {
    struct State {
        var verdicts = 0
        /// The gates that have returned verdicts.
        var gates: Set<Int> = []
        var undecided: Set<Int> = []
        var done: Set<Int> = []
    }

    private let gates: Int
    private let state = Mutex(State())
    private let isOver = DispatchSemaphore(value: 0)
    private static let timeout = 180

    init(gates: Int) { self.gates = gates }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }

    func wait(_ what: String, until isSo: (State, Int) -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(Evening.timeout)
        while !state.withLock({ isSo($0, gates) }) {
            guard ContinuousClock.now < deadline else { throw Surprise("timeout: \(what)") }
            sched_yield()
        }
    }

    func goOn() { for _ in 0..<gates { isOver.signal() } }

    /// Scans every ticket, and repeats undecided scans until they are decided. After its first undecided scan, the
    /// gate waits for the end of the outage.
    func scan(_ tokens: [String], by gate: Int, piece size: Int, _ program: Program) throws -> [PrintedVerdict] {
        var waiting = tokens
        var answers: [PrintedVerdict] = []
        while !waiting.isEmpty {
            guard answers.count < 20 * tokens.count else { throw Surprise("gate \(gate) does not continue") }
            let piece = Array(waiting.prefix(size))
            try program.send(piece)
            var again: [String] = []
            for token in piece {
                guard let line = try program.line() else { throw Surprise("gate \(gate) has ended") }
                let verdict = try PrintedVerdict(line)
                answers.append(verdict)
                if verdict.verdict == "undecided" { again.append(token) }
            }
            waiting = again + waiting.dropFirst(piece.count)
            let mustWait = state.withLock { state in
                state.verdicts += piece.count
                state.gates.insert(gate)
                return !again.isEmpty && state.undecided.insert(gate).inserted
            }
            if mustWait, isOver.wait(timeout: .now() + .seconds(Evening.timeout)) == .timedOut {
                throw Surprise("the outage does not end")
            }
        }
        try program.endInput()
        _ = try program.rest()
        return answers
    }
}
