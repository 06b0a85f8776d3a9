import EventFixture
import Foundation
import Testing

@Suite("Codes that `guest invite` issues", .lowPriority)
struct GuestInviteTests {
    private struct Report: Decodable {
        let codes: Int
        let codesIssued: [String]

        init(_ outcome: Outcome) throws {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            self = try decoder.decode(Report.self, from: Data(outcome.output))
        }
    }

    @Test("`guest invite` lists only the codes that it just issued: at most twenty as text, and all of them as JSON")
    func named() throws {
        let stage = try Stage()
        let rows = (1...25).map { "Guest \($0),yes\n" }.joined()
        try stage.folder.write(Array("name,reception\n\(rows)".utf8), to: "guests.csv")
        let made = try stage.sh(
            "eventpass event sub-event add fair --type reception && eventpass guest import fair guests.csv")
        try #require(made.status == 0, "\(made)")
        let few = try Report(stage.sh("eventpass guest invite fair --guest 1 --guest 2 --json"))
        let before = try stage.tickets().map(\.code)
        #expect(few.codes == 2 && Set(few.codesIssued) == Set(before) && before.count == 2)
        let rest = try stage.sh("eventpass guest invite fair --all")
        #expect(rest.status == 0 && rest.lines.first == "0 new invitations, 23 codes issued for 23 people", "\(rest)")
        #expect(rest.lines.last == "… and 3 more: eventpass ticket list fair" && rest.lines.count == 22)
        let holders = Dictionary(uniqueKeysWithValues: try stage.tickets().map { ($0.code, $0.holder) })
        for line in rest.lines.dropFirst().dropLast() {
            let (code, name) = (String(line.prefix(9)), String(line.dropFirst(11)))
            #expect(holders[code] == name && !before.contains(code), "\(line)")
        }
        try stage.folder.write(Array("name,reception\nLate,yes\n".utf8), to: "guests.csv")
        let late = try stage.sh("eventpass guest import fair guests.csv && eventpass guest invite fair --all")
        #expect(late.lines.last?.hasSuffix("  Late") == true, "\(late)")
        #expect(try Report(stage.sh("eventpass guest invite fair --all --json")).codesIssued.isEmpty)
    }
}
