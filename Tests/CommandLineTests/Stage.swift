import EventFixture
import Foundation
import Testing

/// A temporary folder that contains a data folder for a test. The data folder has a key, an organizer and a published
/// event `fair` with the ticket type `Regular`.
final class Stage {
    let folder: TemporaryFolder
    let environment: [String: String]

    /// The data folder of a new stage, as a tar archive. A stage with the default environment is extracted from this
    /// archive, because the commands that create a stage would take most of the time of many tests.
    private static let template = Result {
        let folder = try TemporaryFolder()
        _ = try Stage(folder)
        return try Tool.run("tar", ["-c", "data"], in: folder.path).requireSuccess().output
    }

    /// - Parameter folder: an empty folder, in which commands create the stage; nil for a new temporary folder.
    init(_ folder: TemporaryFolder? = nil, environment: [String: String] = [:]) throws {
        self.folder = try folder ?? TemporaryFolder()
        self.environment = environment
        if folder == nil, environment.isEmpty {
            try Tool.run("tar", ["-x"], in: self.folder.path, input: Stage.template.get()).requireSuccess()
            return
        }
        let made = try self.folder.sh(
            """
            set -e
            eventpass init --name Olive
            eventpass key generate
            eventpass organizer create Nile
            eventpass event create --title Fair --venue Lido --timezone Africa/Kampala \
                --start 2099-01-01T18:00 --end 2099-01-02T04:00
            eventpass type add fair --name Regular
            eventpass event publish fair
            """, environment: environment)
        try #require(made.status == 0, "\(made)")
    }

    func sh(_ command: String, input: [UInt8] = [], environment: [String: String] = [:]) throws -> Outcome {
        try folder.sh(command, input: input, environment: self.environment.merging(environment) { $1 })
    }

    /// Issues tickets and returns the tokens of all tickets of the event.
    func tokens(_ count: Int) throws -> [String] {
        let issued = try sh("eventpass ticket issue fair --type Regular --count \(count)")
        try #require(issued.status == 0, "\(issued)")
        return try tickets().compactMap(\.token)
    }

    func tickets() throws -> [TicketLine] {
        try sh("eventpass ticket list fair --json").lines.map {
            try JSONDecoder().decode(TicketLine.self, from: Data($0.utf8))
        }
    }

    /// Issues tickets of the type `Regular` to the people of a CSV list.
    func issue(csv: [UInt8]) throws -> Outcome {
        try folder.write(csv, to: "guests.csv")
        return try sh("eventpass ticket issue fair --csv guests.csv --type Regular --yes")
    }
}

struct TicketLine: Decodable {
    let code: String
    let type: String
    let holder: String?
    let note: String?
    let status: String
    let admits: Int
    let token: String?
}

struct VerdictLine: Decodable {
    let verdict: String
    let why: String
    let reason: String?
    let code: String?

    static func lines(_ outcome: Outcome) throws -> [VerdictLine] {
        try outcome.lines.map { try JSONDecoder().decode(VerdictLine.self, from: Data($0.utf8)) }
    }
}
