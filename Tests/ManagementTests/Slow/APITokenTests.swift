import Cryptography
import EventFixture
import Testing
import Ticketing

@testable import Management
@testable import Store

@Suite("API tokens", .everyEngine, .slow)
struct APITokenTests {
    @Test("A token allows exactly the operations of its scopes", arguments: APIToken.Scope.allCases)
    func scopes(scope: APIToken.Scope) throws {
        let program = try Program([scope])
        let festival = program.festival
        let rights: Set<Role.Right> = [scope.right, .lookUp]
        let lending: Set<Management.Operation> = [.pairDevice, .makeAPIToken]
        for call in calls {
            if rights.contains(call.operation.requiredRight) && !lending.contains(call.operation) {
                #expect(throws: Never.self, "\(call.function)") { try call.attempt(festival, program.services) }
            } else {
                #expect(throws: ManagementError.notGranted(call.operation), "\(call.function)") {
                    try call.attempt(festival, program.services)
                }
            }
        }
        #expect(throws: ManagementError.self) {
            try program.services.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        }
        #expect(throws: ManagementError.localOwnerOnly) { try program.services.users.users() }
    }

    @Test("Tokens of all scopes together have every right of a member, except the right to create organizers")
    func everyRight() throws {
        let grant = Grant(
            organizer: try #require(OrganizerNumber(rawValue: 1)), event: nil,
            rights: Set(APIToken.Scope.allCases.map(\.right)))
        #expect(grant.rights == Set(Role.Right.allCases).subtracting([.createOrganizer]))
    }

    @Test("A token for one event gives no access to other events or organizers")
    func narrow() throws {
        let program = try Program(Set(APIToken.Scope.allCases), isOfEvent: true)
        let festival = program.festival
        let other = try festival.draft()
        #expect(try program.services.events.events().map(\.number) == [festival.event.number])
        #expect(throws: ManagementError.unknownEvent("\(other.number)", known: [])) {
            try program.services.tickets.admittedPeople(of: other)
        }
        #expect(throws: ManagementError.self) { try program.services.audit.changes(of: festival.organizer(), limit: 1) }
        let stranger = try festival.services(ofStranger: "Stranger")
        let own = try stranger.organizers.createOrganizer(OrganizerDetails(name: "Elsewhere"))
        #expect(throws: ManagementError.unknownEvent("\(other.number)", known: [])) {
            try stranger.apiTokens.createAPIToken([.read], named: "Theirs", of: own, event: other)
        }
        #expect(throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: [])) {
            try stranger.apiTokens.createAPIToken([.read], named: "Theirs", of: festival.organizer())
        }
        #expect(throws: ManagementError.unknownAPIToken(program.token.id)) {
            try stranger.apiTokens.revokeAPIToken(program.token.id, of: own)
        }
        #expect(try program.find() != nil)
    }

    @Test("A revoked or expired token is refused, and a token does not work as the secret of a session or phone")
    func over() throws {
        let program = try Program([.read], expires: Festival.start.advanced(bySeconds: 3600))
        let festival = program.festival
        let (lasting, token) = try festival.services.apiTokens.createAPIToken(
            [.read], named: "Other", of: festival.organizer())
        festival.clock.advance(bySeconds: 3599)
        #expect(try program.find() != nil)
        festival.clock.advance(bySeconds: 1)
        #expect(try program.find() == nil && program.authenticator.services(ofToken: lasting) != nil)
        try festival.services.apiTokens.revokeAPIToken(token.id, of: festival.organizer())
        #expect(try program.authenticator.services(ofToken: lasting) == nil)
        try festival.services.apiTokens.revokeAPIToken(token.id, of: festival.organizer())
        #expect(
            try program.authenticator.services(of: lasting) == nil
                && program.authenticator.services(ofDevice: lasting) == nil)
        #expect(try program.authenticator.services(ofToken: AccessSecret()) == nil)
        let records = try festival.services.audit.changes(of: festival.organizer(), limit: 1000).filter {
            $0.subject == AuditSubject(.token, token.id)
        }
        #expect(records.map(\.action) == ["makeAPIToken", "revokeAPIToken"])
        let stored = try festival.everything()
        #expect(!stored.contains(lasting.encoded) && stored.contains(Hexadecimal.text(lasting.hash)))
    }

    @Test("A token has at most the rights of its user, and has no rights after the user’s membership ends")
    func user() throws {
        let festival = try Festival()
        let manager = try festival.services(as: .manager)
        let (secret, _) = try manager.apiTokens.createAPIToken(
            Set(APIToken.Scope.allCases), named: "Everything", of: festival.organizer())
        let authenticator = Authenticator(to: festival.store, clock: festival.clock.now)
        let services = try #require(try authenticator.services(ofToken: secret)).services
        #expect(throws: ManagementError.self) {
            try services.members.setRole(.owner, of: manager.user, in: festival.organizer())
        }
        _ = try festival.services.members.removeMember(manager.user, from: festival.organizer())
        #expect(throws: ManagementError.unknownOrganizer("\(festival.event.organizer)", known: [])) {
            try services.tickets.admittedPeople(of: festival.event)
        }
    }

    @Test("The time of a token’s last use is recorded at its first use, and then at most once a minute")
    func seen() throws {
        let program = try Program([.read])
        let festival = program.festival
        func seen() throws -> Instant? {
            try festival.services.apiTokens.apiTokens(of: festival.organizer()).first?.seen
        }
        #expect(try seen() == nil && program.find() != nil && seen() == Festival.start)
        festival.clock.advance(bySeconds: 59)
        #expect(try program.find() != nil && seen() == Festival.start)
        festival.clock.advance(bySeconds: 1)
        #expect(try program.find() != nil && seen() == festival.clock.now())
    }

    @Test("An invalid name, missing scopes and a past expiry date are all reported at once")
    func faults() throws {
        let festival = try Festival()
        let error = try #require(throws: ManagementError.self) {
            try festival.services.apiTokens.createAPIToken(
                [], named: "a\nb", of: festival.organizer(), expires: festival.clock.now())
        }
        guard case .invalid(let faults) = error else { throw Surprise("\(error)") }
        #expect(faults.map(\.field) == ["name", "scopes", "expires"])
    }

    // MARK: Idempotency keys

    @Test(
        "Of concurrent requests with the same idempotency key, only one runs; the other requests get its response later"
    )
    func oneKey() throws {
        let program = try Program([.read])
        let begun = try atOnce(8) { _ in
            try program.authenticator.beginRequest("k", hash: [1], of: program.token, with: program.secret)
        }
        #expect(begun.count { if case .new = $0 { true } else { false } } == 1)
        #expect(begun.count { if case .inProgress = $0 { true } else { false } } == 7)
        let answer = IdempotentRequest.StoredResponse(status: 201, body: #"{"a":1}"#)
        try program.authenticator.finishRequest("k", of: program.token, with: program.secret, answer)
        guard
            case .answered(answer) = try program.authenticator.beginRequest(
                "k", hash: [1], of: program.token, with: program.secret)
        else {
            throw Surprise("no response")
        }
        guard
            case .keyReused = try program.authenticator.beginRequest(
                "k", hash: [2], of: program.token, with: program.secret)
        else {
            throw Surprise("mistaken for the same request")
        }
        // If a request comes with another token, the same idempotency key identifies another request.
        let (secret, other) = try program.festival.services.apiTokens.createAPIToken(
            [.read], named: "Other", of: program.festival.organizer())
        guard case .new = try program.authenticator.beginRequest("k", hash: [2], of: other, with: secret) else {
            throw Surprise("not new")
        }
        // The key expires after a day.
        program.festival.clock.advance(bySeconds: IdempotentRequest.retentionSeconds + 1)
        guard
            case .new = try program.authenticator.beginRequest("k", hash: [2], of: program.token, with: program.secret)
        else {
            throw Surprise("still stored")
        }
    }

    @Test(
        "Stored responses are encrypted; each can be read only with its token’s secret and for its own request")
    func sealedAnswers() throws {
        let program = try Program([.read])
        let authenticator = program.authenticator
        let answer = IdempotentRequest.StoredResponse(status: 201, body: #"{"token":"EP1:VERY SECRET"}"#)
        for key in ["a", "b"] {
            _ = try authenticator.beginRequest(key, hash: [1], of: program.token, with: program.secret)
            try authenticator.finishRequest(key, of: program.token, with: program.secret, answer)
        }
        #expect(try !program.festival.everything().contains("SECRET"))
        let (stranger, _) = try program.festival.services.apiTokens.createAPIToken(
            [.read], named: "Other", of: program.festival.organizer())
        guard case .answerLost = try authenticator.beginRequest("a", hash: [1], of: program.token, with: stranger)
        else {
            throw Surprise("opened with another secret")
        }
        // Replace the stored response to one request with the response to the other request.
        try program.festival.tamper(
            "UPDATE answered_request SET body = (SELECT body FROM answered_request WHERE request_key = 'b')")
        guard
            case .answerLost = try authenticator.beginRequest(
                "a", hash: [1], of: program.token, with: program.secret),
            case .answered(answer) = try authenticator.beginRequest(
                "b", hash: [1], of: program.token, with: program.secret)
        else { throw Surprise("opened for another request") }
        // A stored response that was never encrypted is not accepted either.
        try program.festival.tamper("UPDATE answered_request SET body = '{}'")
        guard case .answerLost = try authenticator.beginRequest("b", hash: [1], of: program.token, with: program.secret)
        else {
            throw Surprise("accepted without decryption")
        }
    }

    @Test("A failed request can run again at once, an abandoned request after a minute, and a completed request never")
    func lostAnswers() throws {
        let program = try Program([.manageEvents])
        let (authenticator, festival) = (program.authenticator, program.festival)
        func begin() throws -> Authenticator.RequestState {
            try authenticator.beginRequest("k", hash: [1], of: program.token, with: program.secret)
        }
        guard case .new = try begin() else { throw Surprise("not new") }
        try authenticator.discardRequest("k", of: program.token)
        guard case .new(let first) = try begin() else { throw Surprise("not new again") }
        festival.clock.advance(bySeconds: IdempotentRequest.inProgressTimeoutSeconds - 1)
        guard case .inProgress = try begin() else { throw Surprise("not under way") }
        festival.clock.advance(bySeconds: 1)
        guard case .new(let second) = try begin() else { throw Surprise("not taken over") }
        #expect(first == second)
        guard case .inProgress = try begin() else { throw Surprise("taken over twice") }
        // The change was committed, but the server stopped before it could store the response.
        let event = try festival.draft()
        _ = try program.services.withChangeID(second).events.edit(event) { $0.about = "Once" }
        festival.clock.advance(bySeconds: 3600)
        guard case .answerLost = try begin() else { throw Surprise("not done") }
        // A slow server that still runs the same request can’t make the change a second time.
        #expect(throws: (any Error).self) {
            try program.services.withChangeID(second).events.edit(event) { $0.about = "Twice" }
        }
        #expect(try festival.services.events.event(named: event.slug).details.about == "Once")
    }

    private struct Program {
        let festival: Festival
        let authenticator: Authenticator
        let secret: AccessSecret
        let token: APIToken

        init(_ scopes: Set<APIToken.Scope>, isOfEvent: Bool = false, expires: Instant? = nil) throws {
            festival = try Festival()
            authenticator = Authenticator(to: festival.store, clock: festival.clock.now)
            (secret, token) = try festival.services.apiTokens.createAPIToken(
                scopes, named: "Box office", of: festival.organizer(), event: isOfEvent ? festival.event : nil,
                expires: expires)
        }

        func find() throws -> ManagementServices? { try authenticator.services(ofToken: secret)?.services }

        var services: ManagementServices {
            get throws {
                guard let services = try find() else { throw Surprise("no services") }
                return services
            }
        }
    }
}
