import EventFixture
import Gate
import Management
import Store
import Testing
import TicketToken
import Ticketing

@Suite("Gate rules on gate packs, with random rules and scans", .everyEngine)
struct PackRulePropertyTests {
    /// An event with five ticket types, which have random rules, and two tickets of each type.
    private struct Hall {
        let festival: Festival
        let tickets: [(token: String, serial: Serial, live: LiveKey?)]

        init(_ random: inout SeededGenerator) throws {
            festival = try Festival(type: Hall.type("Type 0", &random))
            let services = festival.services
            let limit = [nil, 2, 4].randomElement(using: &random) ?? nil
            let age = [nil, EventDetails.MinimumAge.sixteen].randomElement(using: &random) ?? nil
            _ = try services.events.edit(festival.event) {
                $0.insideLimit = limit
                $0.minimumAge = age
            }
            var types = [festival.regular]
            for number in 1...4 {
                types.append(
                    try services.ticketTypes.addTicketType(Hall.type("Type \(number)", &random), to: festival.event))
            }
            let signer = TicketSigner(festival.ring)
            var tickets: [(String, Serial, LiveKey?)] = []
            for type in types {
                for token in try festival.issue(2, type: type) {
                    let ticket = try festival.ticket(of: token)
                    let live = try type.requiresLiveCode ? signer.liveKey(of: ticket.claims(of: festival.event)) : nil
                    tickets.append((token, ticket.serial, live))
                }
            }
            self.tickets = tickets
        }

        private static func type(_ name: String, _ random: inout SeededGenerator) throws -> TicketTypeDetails {
            func one<Value>(_ values: [Value], or usual: Value) -> Value {
                values.randomElement(using: &random) ?? usual
            }
            let hours = try #require(DailyHours(rawValue: "10:00-18:00"))
            let later = Festival.start.advanced(bySeconds: 7200)
            return TicketTypeDetails(
                name: name, admits: try #require(Admits(rawValue: one([1, 1, 3], or: 1))),
                window: one([.always, .always, ValidityWindow(from: later, until: nil)], or: .always),
                requiresLiveCode: one([false, false, true], or: false)
            ).with {
                $0.gates = one([[], [], ["North"], ["South", "West"]], or: [])
                $0.minimumAge = one([nil, nil, .eighteen], or: nil)
                $0.reentry = one([.never, .afterExit, .always, .daily, .atMost(2)], or: .afterExit)
                $0.hours = one([nil, nil, hours], or: nil)
                $0.gateNote = one([nil, "north lounge"], or: nil)
            }
        }
    }

    @Test("With random rules and random scans, a gate pack gives the same verdicts as the main store")
    func same() throws {
        var random = SeededGenerator(for: "rules offline")
        var unmet: Set = [
            "admit", "exit", "void", "repeat", "alreadyUsed", "notInside", "wrongGate", "outsideHours", "notYetValid",
            "staleCode", "venueFull",
        ]
        // Each of these verdicts must occur. If one of them has not occurred after six events, the test adds events, up
        // to fifty.
        var halls = 0
        while halls < 6 || (halls < 50 && !unmet.isEmpty) {
            halls += 1
            let hall = try Hall(&random)
            let festival = hall.festival
            let pack = try festival.gate(
                onPack: festival.pack { order in
                    order.showsNames = true
                    order.expires = Festival.start.advanced(bySeconds: 366 * 86_400)
                })
            let services = try festival.gate()
            for step in 0..<120 {
                let ticket = try #require(hall.tickets.randomElement(using: &random))
                let count = Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1
                let request = Int.random(in: 0..<3, using: &random) == 0 ? "r-\(step)" : nil
                let direction: Direction = Int.random(in: 0..<3, using: &random) == 0 ? .exit : .entry
                let isByHand = Int.random(in: 0..<5, using: &random) == 0
                let code =
                    try Int.random(in: 0..<5, using: &random) == 0 ? nil : ticket.live?.code(at: festival.clock.now())
                let scan =
                    isByHand
                    ? Scan(lookedUp: ticket.serial, requestID: request, direction: direction, count: count)
                    : Scan(ticket.token + (code ?? ""), requestID: request, direction: direction, count: count)
                let isUndone = Int.random(in: 0..<6, using: &random) == 0
                let verdicts = [pack, services].map { isUndone ? $0.undo(scan, reason: "slip") : $0.decide(scan) }
                #expect(verdicts[0].outcome == verdicts[1].outcome, "step \(step): \(scan)")
                #expect(verdicts[0].attention == verdicts[1].attention, "step \(step): \(scan)")
                #expect(
                    verdicts[0].used == verdicts[1].used && verdicts[0].firstAdmission == verdicts[1].firstAdmission,
                    "step \(step)")
                #expect(verdicts[0].ticket == verdicts[1].ticket, "step \(step)")
                if case .refuse(let refusal) = verdicts[0].outcome {
                    unmet.remove(refusal.name)
                } else {
                    unmet.remove(verdicts[0].outcome.name)
                }
                switch Int.random(in: 0..<10, using: &random) {
                case 0...2: festival.clock.advance(bySeconds: 7)
                case 3: festival.clock.advance(bySeconds: Int64.random(in: -5000...30_000, using: &random))
                default: break
                }
            }
        }
        #expect(unmet.isEmpty)
    }
}
