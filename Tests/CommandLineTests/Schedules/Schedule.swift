import EventFixture

/// Where the gates of a schedule keep their records.
enum SchedulePlace: String, CaseIterable, Sendable {
    case file, pack, postgreSQL
}

/// One evening in short: gates, a server, and the commands that somebody runs beside them. The same seed gives the same steps.
struct Schedule: CustomStringConvertible {
    enum Ending: String, CaseIterable {
        case f10, controlC, kill
    }

    enum Step: CustomStringConvertible {
        case scan(page: Int, ticket: Int)
        /// A command, with a scan while it runs.
        case command(ScheduleCommand, page: Int, ticket: Int)
        /// A page ends, and a new one takes its place.
        case restart(page: Int, Ending)
        case startServer
        case scanAtServer(ticket: Int)
        case killServer

        var description: String {
            switch self {
            case .scan(let page, let ticket): "scan \(ticket) at \(page)"
            case .command(let command, let page, let ticket): "“\(command)” beside a scan of \(ticket) at \(page)"
            case .restart(let page, let ending): "restart \(page) by \(ending.rawValue)"
            case .startServer: "start a server"
            case .scanAtServer(let ticket): "scan \(ticket) at the server"
            case .killServer: "kill the server"
            }
        }
    }

    static let ticketCount = 6

    let seed: UInt64
    let place: SchedulePlace
    let pages: Int
    let steps: [Step]
    let endings: [Ending]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        let place: SchedulePlace =
            [.file, .file, .file, .pack, .pack, .postgreSQL].randomElement(using: &random) ?? .file
        let pages = Int.random(in: 1...2, using: &random)
        func ticket() -> Int { Int.random(in: 0..<Schedule.ticketCount, using: &random) }
        func page() -> Int { Int.random(in: 0..<pages, using: &random) }
        func ending() -> Ending { Ending.allCases.randomElement(using: &random) ?? .kill }
        func command() -> Step {
            let all = ScheduleCommand.all(at: place)
            return .command(all[Int.random(in: all.indices, using: &random)], page: page(), ticket: ticket())
        }
        var steps: [Step] = [.scan(page: page(), ticket: ticket()), command()]
        for _ in 0..<Int.random(in: 2...3, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case ..<3: steps.append(.scan(page: page(), ticket: ticket()))
            case ..<7: steps.append(command())
            default: steps.append(.restart(page: page(), ending()))
            }
        }
        if place != .pack, Int.random(in: 0..<4, using: &random) == 0 {
            let start = Int.random(in: 0...steps.count, using: &random)
            steps.insert(.startServer, at: start)
            steps.insert(.scanAtServer(ticket: ticket()), at: Int.random(in: start + 1...steps.count, using: &random))
            if Bool.random(using: &random) { steps.append(.killServer) }
        }
        // A scan at the end sees whether this gate still knows what the others did.
        steps.append(.scan(page: page(), ticket: ticket()))
        (self.place, self.pages, self.steps) = (place, pages, steps)
        endings = (0..<pages).map { _ in ending() }
    }

    var description: String {
        "EVENTPASS_SEED=\(seed), \(place.rawValue), \(pages) pages, \(steps), endings \(endings)"
    }
}

/// A short command of the program, which opens the store or a pack and closes it again.
struct ScheduleCommand: CustomStringConvertible {
    let line: String
    /// The ticket that the command lets in or cancels, when it does.
    var effect = Effect.none

    enum Effect {
        case none, admits, cancels
    }

    var description: String { line }

    private static let office = [
        "gate stats fair", "gate log fair", "gate verify-log", "gate conflicts fair", "order list fair",
        "ticket list fair", "ticket issue fair --type Regular --count 3",
        "ticket issue fair --type Regular --count 300",
        "report attendance fair", "report audit", "store check", "doctor", "event list", "notice list",
        "store backup NEW.sqlite", "gate pack fair --device NEW --output NEW.gate", "store migrate",
        "key list", "type list fair",
    ]
    private static let pack = [
        "gate refresh north.gate --from fair", "gate stats north.gate", "gate log north.gate",
        "gate verify-log north.gate", "gate merge fair north.gate", "gate conflicts north.gate",
    ]

    static func all(at place: SchedulePlace) -> [ScheduleCommand] {
        let gate = place == .pack ? "north.gate" : "fair"
        let check = "gate check \(gate) --gate East"
        let admitting = ScheduleCommand(line: check, effect: .admits)
        let cancelling = ScheduleCommand(
            line: "ticket cancel fair CODE --yes"
                + (place == .pack ? " && eventpass gate refresh north.gate --from fair" : ""),
            effect: .cancels)
        let lines = place == .pack ? pack + pack + office.prefix(6) : office
        let frequent = Array(repeating: admitting, count: 3) + Array(repeating: cancelling, count: 2)
        return lines.map { ScheduleCommand(line: $0) } + frequent
    }
}
