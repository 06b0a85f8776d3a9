import EventFixture
import Testing
import Ticketing

@Suite("Times of reminders to pay")
struct PaymentReminderTests {
    private let created = Instant(seconds: 1_798_000_000)

    private func minutes(_ reminder: PaymentReminder, hold: Int64) -> Int64? {
        reminder.due(from: created, until: created.advanced(bySeconds: hold * 60)).map {
            ($0.seconds - created.seconds) / 60
        }
    }

    @Test(
        """
        One reminder is due halfway through a reservation, and one five minutes before its end; a short reservation \
        has one reminder or none
        """)
    func times() {
        for (hold, half, final) in [
            (30, 15, 25), (20, 10, 15), (19, nil, 14), (10, nil, 5), (9, nil, nil), (0, nil, nil), (-5, nil, nil),
            (14_430, 7215, 14_425),
        ] as [(Int64, Int64?, Int64?)] {
            #expect(minutes(.half, hold: hold) == half, "\(hold)")
            #expect(minutes(.final, hold: hold) == final, "\(hold)")
        }
    }

    @Test("In 2,000 random cases, the reminders are within the reservation and at least five minutes apart")
    func distance() {
        var random = SeededGenerator(for: "reminders to pay")
        for _ in 0..<2000 {
            let deadline = created.advanced(bySeconds: .random(in: -100...200_000, using: &random))
            let half = PaymentReminder.half.due(from: created, until: deadline)
            let final = PaymentReminder.final.due(from: created, until: deadline)
            for due in [half, final].compactMap(\.self) { #expect(due > created && due < deadline) }
            if let half {
                #expect(final.map { $0.seconds - half.seconds >= NoticePolicy.standard.finalPaymentSeconds } == true)
            }
        }
    }
}
