import Testing
import Ticketing

@Suite("Events that one person cannot both attend, or only with difficulty")
struct TicketConflictTests {
    private func event(_ start: Int64?, _ end: Int64?) -> EventDetails {
        EventDetails(
            title: "Fair", timeZone: "UTC", start: start.map { Instant(seconds: $0 * 60) },
            end: end.map { Instant(seconds: $0 * 60) })
    }

    @Test("Events at the same time, with an overlap, or at most 30 minutes apart are in conflict; other events are not")
    func kinds() {
        let own = event(600, 720)
        let cases: [(Int64?, Int64?, TicketConflict?)] = [
            (600, 720, .sameTime), (600, 719, .overlap), (500, 601, .overlap), (719, 900, .overlap),
            (500, 900, .overlap), (630, 640, .overlap), (500, 600, .close), (720, 900, .close), (500, 570, .close),
            (750, 900, .close), (500, 569, nil), (751, 900, nil), (nil, 720, nil), (nil, nil, nil),
            // An event without an end lasts three hours.
            (600, nil, .overlap), (420, nil, .close), (421, nil, .overlap), (390, nil, .close), (389, nil, nil),
            (719, nil, .overlap), (750, nil, .close), (751, nil, nil),
        ]
        for (start, end, expected) in cases {
            let text = "\(start ?? -1) \(end ?? -1)"
            #expect(TicketConflict(own, event(start, end)) == expected, "\(text)")
            #expect(TicketConflict(event(start, end), own) == expected, "\(text)")
        }
        #expect(TicketConflict(event(600, nil), event(600, nil)) == .sameTime)
        #expect(TicketConflict(event(600, nil), event(600, 780)) == .sameTime)
        #expect(TicketConflict(event(600, nil), event(779, nil)) == .overlap)
        #expect(TicketConflict(event(600, nil), event(811, nil)) == nil)
    }

    @Test("Events with positions conflict if the time between them is at most six hours and too short for the travel")
    func travel() {
        // One degree of latitude is 111.2 km. Travelling this distance takes 2 hours and 47 minutes.
        func event(_ start: Int64, _ end: Int64, at latitude: Int?) -> EventDetails {
            var details = self.event(start, end)
            details.position = latitude.map { Coordinates(latitude: $0, longitude: 32_581_100) }
            return details
        }
        let own = event(600, 720, at: 0)
        let cases: [(Int64, Int?, TicketConflict?)] = [
            (720 + 166, 1_000_000, .far), (720 + 168, 1_000_000, nil), (720 + 31, 1_000_000, .far),
            (720 + 30, 1_000_000, .close), (719, 1_000_000, .overlap), (720 + 31, 0, nil), (720 + 31, nil, nil),
            (720 + 359, 80_000_000, .far), (720 + 361, 80_000_000, nil),
        ]
        for (start, latitude, expected) in cases {
            let other = event(start, start + 60, at: latitude)
            #expect(TicketConflict(own, other) == expected, "\(start) \(latitude ?? -1)")
            #expect(TicketConflict(other, own) == expected, "\(start) \(latitude ?? -1)")
        }
    }

    @Test("A masked address shows the first character and the domain; a phone number shows its beginning and its end")
    func masks() {
        for (address, masked) in [
            ("grace@example.org", "g…@example.org"), ("g@example.org", "g…@example.org"),
            ("+256700123456", "+25…56"),
        ] {
            #expect(
                OrderConfirmation(address: address, deadline: Instant(seconds: 0)).maskedAddress == masked)
        }
    }
}
