import Foundation
import Ticketing

/// A second implementation of the re-entry rules for one ticket, written from the description of the rules. For each
/// day, the model has a row of seats, with one seat for each person whom the ticket admits. The model also has a log of
/// entries and exits, and replays this log for every answer.
struct RuleModel {
    enum Answer: Equatable {
        case admit, exit, void
        case no
        case notInside, leftSince
    }

    private enum Line {
        case came(number: Int, people: Int, day: Int)
        case went(people: Int, day: Int)
    }

    private struct Seat {
        var party: Int?
        var times = 0
    }

    let reentry: Reentry
    let seats: Int
    private var log: [Line] = []
    private var parties = 0

    init(reentry: Reentry, seats: Int) {
        self.reentry = reentry
        self.seats = seats
    }

    /// The number of days from 1970 to the time `now` in Kampala, which has no daylight saving time. A day begins at
    /// four in the morning. For rules other than `daily`, the number is always 0.
    private func day(_ now: Instant) -> Int {
        reentry == .daily ? Int((Double(now.milliseconds) / 1000 - 3600) / 86_400) : 0
    }

    func inside(at now: Instant) -> Int { play().rows[day(now), default: []].count { $0.party != nil } }
    func insideOnAnyDay() -> Int { play().rows.values.joined().count { $0.party != nil } }

    mutating func enter(_ people: Int, at now: Instant) -> Answer {
        let today = day(now)
        let row = play().rows[today] ?? empty
        let free = row.count(where: mayOccupy)
        if free < people {
            guard reentry == .always, people <= seats else { return .no }
            log.append(.went(people: people - free, day: today))
        }
        parties += 1
        log.append(.came(number: parties, people: people, day: today))
        return .admit
    }

    func isFull(at now: Instant) -> Bool { !(play().rows[day(now)] ?? empty).contains(where: mayOccupy) }

    mutating func leave(_ people: Int, at now: Instant) -> Answer {
        guard insideOnAnyDay() >= people else { return .notInside }
        log.append(.went(people: people, day: day(now)))
        return .exit
    }

    mutating func undo() -> Answer {
        let before = play()
        guard let last = before.rows.values.joined().compactMap(\.party).max() else { return .notInside }
        var undone = self
        undone.log.removeAll { if case .came(last, _, _) = $0 { true } else { false } }
        guard undone.play().missing <= before.missing else { return .leftSince }
        self = undone
        return .void
    }

    private var empty: [Seat] { [Seat](repeating: Seat(), count: seats) }

    private func mayOccupy(_ seat: Seat) -> Bool {
        guard seat.party == nil else { return false }
        return switch reentry {
        case .never, .daily: seat.times == 0
        case .afterExit, .always: true
        case .atMost(let times): seat.times < times
        }
    }

    private func play() -> (rows: [Int: [Seat]], missing: Int) {
        var rows: [Int: [Seat]] = [:]
        var missing = 0
        for line in log {
            switch line {
            case .came(let number, var people, let day):
                var row = rows[day] ?? empty
                for index in row.indices where people > 0 && mayOccupy(row[index]) {
                    row[index] = Seat(party: number, times: row[index].times + 1)
                    people -= 1
                }
                rows[day] = row
            case .went(var people, let day):
                for day in [day] + rows.keys.filter({ $0 != day }).sorted(by: >) {
                    guard var row = rows[day] else { continue }
                    for index in row.indices where people > 0 && row[index].party != nil {
                        row[index].party = nil
                        people -= 1
                    }
                    rows[day] = row
                }
                missing += people
            }
        }
        return (rows, missing)
    }
}
