import EventFixture
import Foundation
import Testing

/// In these tests, a signal pauses the database server. The server’s connections stay open, but the server answers
/// nothing.
@Suite("While the database server is paused, a scan is reported as undecided within five seconds", .lowPriority, .slow)
struct FrozenServerTests {
    /// The time limit for a scan: five seconds, and one more second because the machine may be busy.
    private static let bound = Duration.seconds(6)

    private let server: PostgreSQLServer
    private let stage: Stage
    private let token: String
    private let environment: [String: String]

    init() throws {
        server = try PostgreSQLServer()
        stage = try Stage()
        token = try #require(try stage.tokens(1).first)
        let url = try server.newStore()
        environment = ["EVENTPASS_STORE": url]
    }

    /// Copies the stage’s store to the server.
    private func copy() throws {
        let copied = try stage.sh(
            "eventpass store copy --from sqlite:data/store.sqlite --to \"$EVENTPASS_STORE\"", environment: environment)
        try #require(copied.status == 0, "\(copied)")
    }

    /// Pauses the server, runs `prepare`, and checks that a scan is undecided. Then resumes the server, and checks that
    /// the same scan is admitted.
    private func judge(_ prepare: () throws -> Void = {}, _ scan: () throws -> String) throws {
        try server.freeze()
        do {
            try prepare()
            let start = ContinuousClock.now
            let verdict = try scan()
            #expect(verdict == "undecided" && ContinuousClock.now - start < FrozenServerTests.bound, "\(verdict)")
        } catch {
            try server.thaw()
            throw error
        }
        try server.thaw()
        var verdict = try scan()
        while verdict == "undecided" { verdict = try scan() }
        #expect(verdict == "admitted")
    }

    enum Attack: String, CaseIterable {
        case search
        case refusal

        fileprivate func begin(at page: SchedulePage) throws {
            switch self {
            case .search: try page.search("Anna")
            case .refusal:
                #expect(try page.scan("rubbish") == "refused")
                page.rest()
            }
        }
    }

    @Test(
        "While a gate page waits for a search or stores a refusal, a scan on the page is reported as undecided in time",
        arguments: Attack.allCases)
    func page(attack: Attack) throws {
        try copy()
        let page = try SchedulePage("fair", gate: "North", in: stage.folder, environment: environment)
        try judge({ try attack.begin(at: page) }, { try page.scan(token) })
        try page.end(.f10)
    }

    @Test("A scan through the API is reported as undecided in time, although the database with the API token is paused")
    func program() throws {
        let made = try stage.sh("eventpass organizer token create Nile --name Gates --scope scan")
        try #require(made.status == 0, "\(made)")
        try copy()
        let served = try ScheduleServer(
            in: stage.folder, environment: environment, token: try #require(made.lines.last))
        try judge { try served.scan(token, request: "request") }
        try served.end(SIGTERM)
    }
}
