import Foundation
import Management
import Store
import TicketToken
import Ticketing

/// The first 50 tickets of a list or a search among 1,000,000, beside one ticket by its code: the 99th percentiles, each
/// through the office, authorization included.
func searching(_ program: String) throws -> BenchmarkRow {
    let count = 1_000_000
    let stage = try Stage("search", program: program, tickets: 0)
    let list = "\(stage.data)/list.csv"
    try writeGuests(count, to: list)
    let store = try stage.openStore()
    let office = try Office.signIn(to: store, clock: Stage.now)
    _ = try office.issue(
        .guestList(GuestList(path: list)), type: try office.ticketType(named: "Regular", of: stage.event),
        of: stage.event, signingWith: try stage.openRing())

    var codes: [TicketCode] = []
    try office.forEachTicket(of: stage.event) { if codes.count < 20_000 { codes.append($0.code) } }
    let clock = ContinuousClock()
    var bare: [Double] = []
    var ours: [[Double]] = [[], [], [], []]
    for round in 0..<2_000 {
        guard let code = codes.randomElement() else { continue }
        bare.append(
            try clock.measure { _ = try office.ticket(code, of: stage.event) } / .nanoseconds(1))
        let queries: [TicketQuery] = [
            .holder("\(guestNames[round % guestNames.count]) \(1 + round % 97)"),
            .email("guest\(Int.random(in: 0..<count) / 100)"),
            TicketQuery.code(beginning: String(code.description.prefix(2))) ?? .all, .all,
        ]
        for (side, query) in queries.enumerated() {
            ours[side].append(
                try clock.measure {
                    let found = try office.tickets(of: stage.event, matching: query, limit: 50)
                    precondition(!found.isEmpty)
                } / .nanoseconds(1))
        }
    }
    let worst = ours.map(percentile99)
    return BenchmarkRow(
        work: "list and search among 1,000,000 tickets, first 50: p99 beside that of one by its code",
        bare: percentile99(bare), ours: worst.max() ?? 0, bar: 10,
        remark: zip(["name", "e-mail", "code", "list"], worst).map { "\($0) \(microseconds($1))" }
            .joined(separator: ", "))
}

private let guestNames = ["Grace Nakato", "José Ñandú", "Владимир", "李小龍", "مها الأحمد", "Sarah Auma"]

private func writeGuests(_ count: Int, to path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: Data("name,email\n".utf8)),
        let file = FileHandle(forWritingAtPath: path)
    else { throw Trouble("\(path) can't be written") }
    try file.seekToEnd()
    for start in stride(from: 0, to: count, by: 10_000) {
        let rows = (start..<start + 10_000).map {
            "\(guestNames[$0 % guestNames.count]) \($0),guest\($0)@example.org\n"
        }
        try file.write(contentsOf: Data(rows.joined().utf8))
    }
    try file.close()
}

private func percentile99(_ values: [Double]) -> Double { values.sorted()[values.count * 99 / 100] }
