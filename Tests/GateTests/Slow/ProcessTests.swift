import EventFixture
import Foundation
import Gate
import Management
import Store
import Testing
import Ticketing

@Suite("Gate programs that share one store on a real disk", .serialized, .everyEngine, .slow)
struct ProcessTests {
    @Test("If eight processes make 10,000 scans of 500 tickets, each ticket admits exactly as many people as it allows")
    func race() throws {
        var random = SeededGenerator(for: "eight processes")
        let festival = try Festival()
        let family = try festival.services.ticketTypes.addTicketType(
            TicketTypeDetails(name: "Family", admits: try #require(Admits(rawValue: 3))), to: festival.event)
        _ = try festival.services.tickets.issue(
            .unnamed(400), type: festival.regular, of: festival.event, signingWith: festival.ring)
        _ = try festival.services.tickets.issue(
            .unnamed(100), type: family, of: festival.event, signingWith: festival.ring)
        let tokens = try festival.tokens()
        let scans = (0..<20).flatMap { _ in tokens }.shuffled(using: &random)
        let shares = (0..<8).map { share in stride(from: share, to: scans.count, by: 8).map { scans[$0] } }

        // With a store on a server, each process represents a different laptop with its own device ID. Processes that
        // use a store in a file are on one machine, and share the machine's device ID and chain.
        let devices = (0..<8).map { _ in
            festival.store.mayLoseCommitOutcome ? DeviceID.random(using: &random) : festival.device
        }
        let printed = try atOnce(shares.count) { number in
            try Program(
                ["gate", "check", "new-year", "--gate", "Gate \(number)", "--json"], on: festival,
                input: shares[number], device: devices[number]
            ).rest().map(PrintedVerdict.init)
        }
        var admitted: [UInt64: Int] = [:]
        for verdicts in printed {
            #expect(verdicts.count == 1250)
            for verdict in verdicts {
                #expect(verdict.verdict != "undecided")
                if verdict.verdict == "admit", let serial = verdict.serial { admitted[serial, default: 0] += 1 }
            }
        }
        try festival.services.tickets.forEachTicket(of: festival.event) { ticket in
            #expect(admitted[ticket.serial.rawValue] == Int(ticket.admits.rawValue), "\(ticket.code)")
        }
        guard case .intact = try festival.store.read({ try $0.ledger.verify() }) else {
            throw Surprise("a chain is broken")
        }
    }

    @Test("A gate syncs the store's files to the disk before it prints an admission")
    func syncs() throws {
        // A database server syncs in another process, which this test cannot watch.
        guard EngineKind.current == .sqlite else { return }
        let festival = try Festival()
        let tokens = try festival.issue(50)
        let library = try festival.folder.library(
            from: #require(Bundle.module.path(forResource: "syncwatch", ofType: "c")))
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
