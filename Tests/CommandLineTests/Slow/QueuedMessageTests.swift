import EventFixture
import Foundation
import Testing

@Suite("Reports of messages that wait to be sent while no sender is set up", .lowPriority, .slow)
struct QueuedMessageTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    /// Runs a command, and returns the line about waiting messages that it writes to standard error; nil if there is no
    /// such line.
    private func messageLine(_ command: String) throws -> String? {
        let outcome = try stage.sh("eventpass \(command)")
        try #require(outcome.status == 0, "\(command): \(outcome)")
        return outcome.errorText.split(separator: "\n").map(String.init).first { $0.contains("waiting") }
    }

    private func waiting(_ count: Int) -> String {
        let messages = count == 1 ? "1 message about this event is" : "\(count) messages about this event are"
        return "eventpass: \(messages) waiting; no sender is set up"
    }

    @Test("If tickets are issued to 22 addresses, 22 waiting messages are reported; a dry run reports no message")
    func list() throws {
        let rows = (1...22).map { "Guest \($0),g\($0)@example.org\n" }.joined()
        try stage.folder.write(Array("holder,email\n\(rows)".utf8), to: "list.csv")
        let issue = "ticket issue fair --type Regular --csv list.csv"
        #expect(try messageLine("\(issue) --dry-run") == nil)
        #expect(
            try messageLine("\(issue) --json")
                == "eventpass: 22 messages about this event are waiting; no sender is set up")
        let moved = try stage.sh("eventpass event edit fair --venue Barn").text
        #expect(
            moved == "changed fair: 22 tickets sold; 22 messages from this change are waiting; no sender is set up\n")
        // A command that queues no message does not mention earlier messages.
        #expect(try messageLine("ticket issue fair --type Regular --count 2") == nil)
        let cancelled = try stage.sh("eventpass event cancel fair --yes").text
        #expect(
            cancelled
                == "cancelled fair: 24 tickets cancelled; 22 messages from this change are waiting; no sender is set up\n"
        )
    }

    @Test("Every command for tickets or orders reports the messages that it queues")
    func sales() throws {
        #expect(try messageLine("ticket issue fair --type Regular --holder Ann --email ann@example.org") == waiting(1))
        let code = try #require(try stage.tickets().first).code
        #expect(try messageLine("ticket reissue fair \(code) --yes") == waiting(2))
        #expect(try messageLine("ticket transfer fair \(code) --to Bob --email bob@example.org --yes") == waiting(4))
        #expect(try messageLine("ticket cancel fair \(code) --yes --json") == waiting(5))
        #expect(try messageLine("type edit fair Regular --price '5000 UGX'") == nil)
        let create = "order create fair --line Regular=1 --buyer Kay --email kay@example.org --request-id"
        #expect(try messageLine("\(create) a") == waiting(6))
        #expect(try messageLine("\(create) a") == nil)
        let order = try #require(try stage.orders().first)
        #expect(try messageLine("order pay fair \(order) --paid complimentary") == waiting(7))
        #expect(try messageLine("order refund fair \(order) --all --yes") == waiting(8))
        #expect(try messageLine("\(create) b") == waiting(9))
        let other = try #require(try stage.orders().first { $0 != order })
        #expect(try messageLine("order cancel fair \(other) --yes") == waiting(10))
        #expect(try messageLine("ticket issue fair --type Regular --holder Zoe --email zoe@example.org") == waiting(11))
        let rotated = try stage.sh("eventpass key rotate && eventpass print sheets fair --no-check --output a.pdf")
        try #require(rotated.status == 0, "\(rotated)")
        #expect(try messageLine("print void fair 1 --sheet 1 --yes") == waiting(12))
        #expect(try messageLine("ticket reissue fair --all --yes") == nil)
        let rotatedAgain = try stage.sh("eventpass key rotate")
        try #require(rotatedAgain.status == 0, "\(rotatedAgain)")
        #expect(try messageLine("ticket reissue fair --all --yes --json") == waiting(13))
    }

    @Test("Every command for sub-events or guests reports the messages that it queues")
    func guests() throws {
        #expect(try messageLine("event sub-event add fair --type reception") == nil)
        func imported(_ list: String) throws -> String? {
            try stage.folder.write(Array(list.utf8), to: "guests.csv")
            return try messageLine("guest import fair guests.csv")
        }
        #expect(try imported("name,email,companions,reception\nEve,eve@example.org,0,yes\n") == nil)
        #expect(try messageLine("guest invite fair --all") == waiting(1))
        #expect(try messageLine("event sub-event edit fair reception --venue Barn") == waiting(2))
        #expect(try imported("name,companions\nEve,1\n") == waiting(3))
        #expect(try messageLine("event sub-event remove fair reception --yes") == waiting(4))
    }
}

extension Stage {
    private struct OrderLine: Decodable {
        let number: UInt32
    }

    /// The order numbers of all orders, with the oldest order first.
    fileprivate func orders() throws -> [UInt32] {
        try sh("eventpass order list fair --json").lines.map {
            try JSONDecoder().decode(OrderLine.self, from: Data($0.utf8)).number
        }
    }
}
