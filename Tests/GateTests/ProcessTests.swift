import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

/// Invariants that only processes can show: many at one store, killed at any moment, on a real disk.
@Suite("Processes at one store", .serialized, .everyEngine)
struct ProcessTests {
    @Test("Eight processes that scan 500 tickets 10,000 times admit each exactly as often as it allows")
    func race() throws {
        var random = SeededGenerator(for: "eight processes")
        let festival = try Festival()
        let family = try festival.office.addTicketType(
            TicketTypeDraft(name: "Family", admits: try #require(Admits(rawValue: 3))), to: festival.event)
        _ = try festival.office.issue(
            .unnamed(400), type: festival.regular, of: festival.event, signingWith: festival.ring)
        _ = try festival.office.issue(.unnamed(100), type: family, of: festival.event, signingWith: festival.ring)
        let tokens = try festival.tokens()
        let scans = (0..<20).flatMap { _ in tokens }.shuffled(using: &random)
        let shares = (0..<8).map { share in stride(from: share, to: scans.count, by: 8).map { scans[$0] } }

        // Laptops at one server are a device each; processes at one file share a chain.
        let devices = (0..<8).map { _ in
            festival.store.losesAnswers ? DeviceID.random(using: &random) : festival.device
        }
        let programs = try shares.enumerated().map { number, share in
            try Program(
                ["gate", "check", "new-year", "--gate", "Gate \(number)", "--json"], on: festival, input: share,
                device: devices[number])
        }
        var admitted: [UInt64: Int] = [:]
        for program in programs {
            let verdicts = try program.rest().map(PrintedVerdict.init)
            #expect(verdicts.count == 1250)
            for verdict in verdicts {
                #expect(verdict.verdict != "undecided")
                if verdict.verdict == "admit", let serial = verdict.serial { admitted[serial, default: 0] += 1 }
            }
        }
        try festival.office.forEachTicket(of: festival.event) { ticket in
            #expect(admitted[ticket.serial.rawValue] == Int(ticket.admits.rawValue), "\(ticket.code)")
        }
        guard case .whole = try festival.store.read({ try $0.ledger.verify() }) else {
            throw Surprise("a broken chain")
        }
    }

    @Test("5: a process killed at a random moment, 200 times, loses no admission that it had printed")
    func killed() throws {
        var random = SeededGenerator(for: "killed at a random moment")
        let festival = try Festival()
        let batch = 200
        // What a killed process leaves undone is the server's business there, and each start takes its time.
        let rounds = EngineKind.current == .sqlite ? 200 : 20
        let tokens = try festival.issue(rounds * batch).shuffled(using: &random)
        var printed: Set<UInt64> = []
        for round in 0..<rounds {
            let program = try Program(
                ["gate", "check", "new-year", "--gate", "North", "--json"], on: festival,
                input: Array(tokens[round * batch..<(round + 1) * batch]))
            for _ in 0..<Int.random(in: 0..<batch, using: &random) {
                guard let line = try program.line() else { break }
                let verdict = try PrintedVerdict(line)
                #expect(verdict.verdict == "admit")
                if let serial = verdict.serial { printed.insert(serial) }
            }
            program.kill()
            // What was still on its way through the pipe had been printed too.
            for line in try program.rest() where line.hasSuffix("}") {
                let verdict = try PrintedVerdict(line)
                if verdict.verdict == "admit", let serial = verdict.serial { printed.insert(serial) }
            }
        }
        var recorded: Set<UInt64> = []
        try festival.office.forEachRecord(of: festival.event) { record in
            if let serial = record.serial { recorded.insert(serial.rawValue) }
        }
        try festival.store.read { connection in

            guard case .whole = try connection.ledger.verify() else { throw Surprise("a broken chain") }
            for serial in printed.compactMap(Serial.init) {
                let places = try connection.places.of(serial, event: festival.event.number, function: 0)
                #expect(places.map(\.isInside) == [true])
            }
        }
        #expect(!printed.isEmpty && printed.isSubset(of: recorded))
        print("\(printed.count) printed, \(recorded.count) recorded")
    }

    @Test(
        "A batch that was killed and is fed again with its request ids admits each ticket once, and refuses none of its own"
    )
    func fedAgain() throws {
        let festival = try Festival()
        let tokens = try festival.issue(500)
        let command = ["gate", "check", "new-year", "--gate", "North", "--json", "--request-id", "evening"]
        let first = try Program(command, on: festival, input: tokens)
        for _ in 0..<100 { _ = try first.line() }
        first.kill()
        let verdicts = try Program(command, on: festival, input: tokens).rest().map(PrintedVerdict.init)
        #expect(verdicts.count == 500 && verdicts.allSatisfy { $0.verdict == "admit" })
        let totals = try festival.store.read { try $0.places.totals(of: festival.event.number) }
        #expect(totals.admitted == 500)
        #expect(try festival.store.read { try $0.ledger.verify() } == .whole(devices: 1, records: 500))
    }

    @Test("Before each printed admission the disk was synced")
    func syncs() throws {
        // A server syncs elsewhere, and says in its settings that it does.
        guard EngineKind.current == .sqlite else { return }
        let festival = try Festival()
        let tokens = try festival.issue(50)
        let library = "\(festival.folder.path)/syncwatch.so"
        let source = try #require(Bundle.module.path(forResource: "syncwatch", ofType: "c"))
        let compiler = try Process.run(
            URL(filePath: "/usr/bin/env"), arguments: ["cc", "-shared", "-fPIC", "-O", "-o", library, source, "-ldl"])
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        let log = "\(festival.folder.path)/log"
        let program = try Program(
            ["gate", "check", "new-year", "--gate", "North", "--json"], on: festival,
            environment: ["LD_PRELOAD": library, "SYNCWATCH_LOG": log])
        for token in tokens {
            try program.send([token])
            let line = try #require(try program.line())
            #expect(try PrintedVerdict(line).verdict == "admit")
        }
        try program.endInput()
        _ = try program.rest()
        let events = try String(contentsOfFile: log, encoding: .utf8)
        #expect(events.filter { $0 == "P" }.count == tokens.count)
        #expect(!events.contains("PP") && events.hasPrefix("S"), "\(events)")
    }
}
