import EventFixture

/// The place where the gates of a simulated event (`Schedule`) store their records: a store’s file, a gate pack or
/// PostgreSQL.
enum ScheduleStorage: String, CaseIterable, Sendable {
    case file, pack, postgreSQL
    /// A gate pack that was sealed with a passphrase for transport.
    case sealedPack

    var isPack: Bool { [.pack, .sealedPack].contains(self) }
}

/// The steps of a short simulated event: scans at gates and at a server, with commands that run at the same time. The
/// same seed gives the same steps. A page is the screen of a gate in a terminal (`gate run`).
struct Schedule: CustomStringConvertible {
    enum Ending: String, CaseIterable {
        case f10, controlC, kill
    }

    enum Step: CustomStringConvertible {
        case scan(page: Int, ticket: Int)
        /// Runs a command, and scans a ticket at a gate’s page at the same time.
        case command(ScheduleCommand, page: Int, ticket: Int)
        /// Ends the program that shows a gate’s page, and starts the program again.
        case restart(page: Int, Ending)
        case startServer
        case scanAtServer(ticket: Int)
        case killServer

        var description: String {
            switch self {
            case .scan(let page, let ticket): "scan \(ticket) at \(page)"
            case .command(let command, let page, let ticket): "“\(command)” during a scan of \(ticket) at \(page)"
            case .restart(let page, let ending): "restart \(page) by \(ending.rawValue)"
            case .startServer: "start a server"
            case .scanAtServer(let ticket): "scan \(ticket) at the server"
            case .killServer: "kill the server"
            }
        }
    }

    static let ticketCount = 6

    let seed: UInt64
    let storage: ScheduleStorage
    let pages: Int
    let steps: [Step]
    let endings: [Ending]

    init(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        self.seed = seed
        let storage: ScheduleStorage =
            [.file, .file, .file, .pack, .sealedPack, .postgreSQL].randomElement(using: &random) ?? .file
        let pages = Int.random(in: 1...2, using: &random)
        func ticket() -> Int { Int.random(in: 0..<Schedule.ticketCount, using: &random) }
        func page() -> Int { Int.random(in: 0..<pages, using: &random) }
        func ending() -> Ending { Ending.allCases.randomElement(using: &random) ?? .kill }
        func command() -> Step {
            let command = ScheduleCommand.random(at: storage, using: &random)
            return .command(command, page: page(), ticket: ticket())
        }
        var steps: [Step] = [.scan(page: page(), ticket: ticket()), command()]
        for _ in 0..<Int.random(in: 2...3, using: &random) {
            switch Int.random(in: 0..<10, using: &random) {
            case ..<3: steps.append(.scan(page: page(), ticket: ticket()))
            case ..<7: steps.append(command())
            default: steps.append(.restart(page: page(), ending()))
            }
        }
        if !storage.isPack, Int.random(in: 0..<4, using: &random) == 0 {
            let start = Int.random(in: 0...steps.count, using: &random)
            steps.insert(.startServer, at: start)
            steps.insert(.scanAtServer(ticket: ticket()), at: Int.random(in: start + 1...steps.count, using: &random))
            if Bool.random(using: &random) { steps.append(.killServer) }
        }
        // The verdict on the last scan shows whether its gate still reads the admissions of the other gates.
        steps.append(.scan(page: page(), ticket: ticket()))
        (self.storage, self.pages, self.steps) = (storage, pages, steps)
        endings = (0..<pages).map { _ in ending() }
    }

    /// Creates a schedule with one gate page. The schedule runs one part of the commands in random order, each of them
    /// during a scan.
    ///
    /// - Parameters:
    ///   - part: the number of the part, from 0.
    ///   - parts: the number of parts into which the commands are divided.
    init(seed: UInt64, at storage: ScheduleStorage, part: Int, of parts: Int) {
        var random = SeededGenerator(seed: seed)
        var commands = ScheduleCommand.services + [.admit(at: storage), .cancel(at: storage)]
        commands.shuffle(using: &random)
        commands = commands.enumerated().filter { $0.offset % parts == part }.map(\.element)
        if storage.isPack { commands += ScheduleCommand.pack.shuffled(using: &random) }
        func scan() -> Int { Int.random(in: 0..<Schedule.ticketCount, using: &random) }
        var steps: [Step] = [.scan(page: 0, ticket: scan())]
        for command in commands { steps.append(.command(command, page: 0, ticket: scan())) }
        (self.seed, self.storage, pages, self.steps, endings) = (seed, storage, 1, steps, [.f10])
    }

    var name: String { "EVENTPASS_SEED=\(seed), \(storage.rawValue)" }

    var description: String { "\(name), \(pages) pages, \(steps), endings \(endings)" }
}
