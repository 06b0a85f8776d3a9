import EventFixture
import Management
import Synchronization
import Testing
import Ticketing

@testable import Store
@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A switch that makes a store act as if its database server sent no responses. While the switch is on, every
/// transaction fails at once, as if its deadline had passed. With a real server, a transaction without a deadline would
/// wait for a long time, so such transactions are counted.
private final class Stall: Sendable {
    private let isOn = Mutex(false)
    private let endless = Mutex(0)

    func set(_ isOn: Bool) { self.isOn.withLock { $0 = isOn } }

    /// The number of transactions without a deadline that began while the switch was on.
    var endlessCount: Int { endless.withLock(\.self) }

    func pass(until deadline: ContinuousClock.Instant?) throws {
        guard isOn.withLock(\.self) else { return }
        if deadline == nil { endless.withLock { $0 += 1 } }
        throw StoreError.unreachable(path: "postgres://ann@db.example.org/fair", detail: .verbatim("no answer in time"))
    }
}

private struct StallingEngine: StoreEngine {
    let engine: any StoreEngine
    let stall: Stall

    var path: String { engine.path }
    var mayLoseCommitOutcome: Bool { engine.mayLoseCommitOutcome }

    func checkpointLog() throws { try engine.checkpointLog() }

    func read<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try stall.pass(until: deadline)
        return try engine.read(until: deadline, work)
    }

    func write<Result>(
        until deadline: ContinuousClock.Instant?, _ work: (any EngineConnection) throws -> Result
    ) throws -> Result {
        try stall.pass(until: deadline)
        return try engine.write(until: deadline, work)
    }
}

@Suite("Gate requests while the database server sends no responses", .serving)
struct StalledStoreTests {
    private let festival: Festival
    private let stall = Stall()

    init() throws { festival = try Festival() }

    private func serve(_ work: (GateDoor) async throws -> Void) async throws {
        let (address, stall) = (festival.address, stall)
        let store: @Sendable () throws -> Store = {
            Store(engine: StallingEngine(engine: try Store.open(address).engine, stall: stall))
        }
        try await festival.serve(store: store, work)
    }

    @Test("While the database server sends no responses, gates answer “undecided”; every transaction has a deadline")
    func undecided() async throws {
        let token = try #require(try festival.issue(1).first)
        let code = try festival.ticket(of: token).code
        let organizer = try festival.services.organizers.organizer(named: "Nile Nights")
        let program = try festival.services.apiTokens.createAPIToken([.scan], named: "Turnstile", of: organizer).secret
            .encoded
        let phone = try festival.pairedPhone(named: "Grace")
        let bodies = [
            ("scan", #"{"request":"r-1","text":"\#(token)","gate":"North"}"#),
            ("admit", #"{"request":"r-1","code":"\#(code)","gate":"North"}"#),
            ("undo", #"{"request":"r-1","code":"\#(code)","gate":"North","reason":"scanned twice"}"#),
        ]
        try await serve { door async throws in
            let paired = try GateDoor(door.served, festival, phone: phone.secret)
            // This scan opens the gate before the database becomes silent.
            #expect(try await door.scan("rubbish")?.text("verdict") == "refuse")
            stall.set(true)
            for (verb, body) in bodies {
                var replies = [try await door.post(verb, body), try await paired.post(verb, body)]
                let answer = try await door.served.ask(
                    "POST", "/api/v1/events/\(festival.event.slug)/gate/\(verb)",
                    head: "Authorization: Bearer \(program)\r\nContent-Type: application/json\r\n", body: body)
                replies.append(GateReply(answer))
                for reply in replies {
                    let reply = try #require(reply)
                    #expect(reply.status == 200, "\(verb): \(reply.body)")
                    #expect(try reply.text("verdict") == "undecided" && reply.text("request") == "r-1")
                    // The gate could not check who sent the request, so the response must not name the database
                    // server or its user.
                    #expect(!reply.body.contains("example.org"), "\(reply.body)")
                }
            }
            for form in ["check", "take-back"] {
                let fields = "request=r-2&gate=North&text=\(token)&code=\(code)&reason=scanned"
                let reply = try #require(try await door.form(form, fields))
                #expect(reply.status == 503 && reply.body.contains("Could not decide"), "\(reply.body)")
            }
            #expect(stall.endlessCount == 0)
            stall.set(false)
            #expect(try await door.scan(token)?.text("verdict") == "admit")
        }
        #expect(try festival.services.reports.attendance(of: festival.event).admitted == 1)
    }
}
