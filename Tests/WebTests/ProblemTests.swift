import EventFixture
import HTTPTypes
import Management
import Presentation
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("Errors as clients see them", .serving)
struct ProblemTests {
    private static let hostile = "<svg onload=x>\"'&\u{202E}"

    private static func failing(_ error: any Error & Sendable) -> Route {
        .get("/fails", .anybody) { _ in throw error }
    }

    @Test("The response to an error has the status for the error’s kind, and a hint that names no command or option")
    func kinds() async throws {
        let cases: [(any ExplainedError & Sendable, Int)] = [
            (ManagementError.forbidden(role: .viewer, needs: [.owner]), 403),
            (ManagementError.notGranted(.addUser), 403),
            (ManagementError.unknownEvent("x", known: []), 404),
            (ManagementError.invalid([]), 422),
            (ManagementError.nameTaken("Regular"), 409),
            (ManagementError.quantityExceeded(type: "Regular", asked: 2, left: 1), 409),
            (SalesError.requestReused("r"), 409),
            (ManagementError.noSigningKey, 503),
            (StoreError.busy(path: "/var/secret/store.sqlite"), 503),
        ]
        for (error, status) in cases {
            try await Served.with([ProblemTests.failing(error)]) { served async throws in
                let reply = try #require(
                    try await served.ask("GET", "/fails", head: "Accept: application/json\r\n"))
                #expect(reply.status == status, "\(error)")
                #expect(reply.headers["content-type"] == "application/problem+json")
                let hint = try #require(reply.body.firstMatch(of: /"hint":"([^"]+)"/)).1
                #expect(!hint.contains("eventpass") && !hint.contains("--"))
            }
        }
    }

    @Test("If only the owner of the server may do something, the response does not promise that a role allows it")
    func localOwner() async throws {
        try await Served.with([ProblemTests.failing(ManagementError.localOwnerOnly)]) { served async throws in
            let reply = try #require(try await served.ask("GET", "/fails", head: "Accept: application/json\r\n"))
            #expect(reply.status == 403 && reply.body.contains("Ask the owner of the server."))
            #expect(!reply.body.contains("role"))
        }
    }

    @Test(
        """
        If an error names a value of the request, the response shows the value without interpreting it as HTML, and the \
        log does not contain the value
        """)
    func reported() async throws {
        let error = GuestError.unknownGuest(ProblemTests.hostile)
        try await Served.with([ProblemTests.failing(error)]) { served async throws in
            for accepted in ["text/html", "application/json", "text/plain"] {
                let reply = try #require(try await served.ask("GET", "/fails", head: "Accept: \(accepted)\r\n"))
                #expect(reply.status == 404)
                #expect(reply.body.contains("The event has no guest"))

                if accepted == "text/html" { #expect(!reply.body.contains("<svg")) }
            }
            #expect(!served.log.text.contains("svg"))
        }
    }

    @Test("An internal error’s details are neither in the response nor in the log; the log has only the kind of error")
    func trouble() async throws {
        let error = StoreError.diskFull(path: "/var/secret/store.sqlite")
        try await Served.with([ProblemTests.failing(error)]) { served async throws in
            let reply = try #require(try await served.ask("GET", "/fails", head: "Accept: text/html\r\n"))
            #expect(reply.status == 503)
            #expect(!reply.body.contains("secret") && !served.log.text.contains("secret"))
            #expect(served.log.text.contains("StoreError"))
        }
    }
}
