import EventFixture
import Foundation
import Management
import Store
import Testing
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

/// A simulated browser that visits the desk. If the browser has a session, it adds the session’s CSRF token to each
/// form that it submits.
struct DeskVisitor: Sendable {
    let name: String
    let session: AccessSecret?
    /// The value of the header `Accept-Language`; nil sends no such header.
    var language: String?

    static let nobody = DeskVisitor(name: "nobody", session: nil)

    private init(name: String, session: AccessSecret?) {
        self.name = name
        self.session = session
    }

    /// Creates a browser in which the given user is signed in. A user without an e-mail address first gets one.
    init(_ name: String, _ user: User, at festival: Festival) throws {
        self.init(name: name, session: try festival.session(of: user))
    }

    static func owner(of festival: Festival) throws -> DeskVisitor {
        try DeskVisitor("owner", festival.services.user, at: festival)
    }

    /// A second browser in which the local owner is signed in, with another session.
    static func ownerElsewhere(of festival: Festival) throws -> DeskVisitor {
        DeskVisitor(name: "owner elsewhere", session: try festival.ownersSession())
    }

    /// Adds a user with the given role to the organizer’s members, and returns a browser in which this user is signed
    /// in.
    static func member(_ role: Role, of organizer: Organizer, at festival: Festival) throws -> DeskVisitor {
        let user = try festival.services.users.addUser(UserDetails(name: "The \(role.rawValue)"))
        _ = try festival.services.members.setRole(role, of: user, in: organizer)
        return try DeskVisitor(role.rawValue, user, at: festival)
    }

    private func head(_ more: String, accept: String = "text/html") -> String {
        (session.map { "Cookie: __Host-session=\($0.encoded)\r\n" } ?? "") + "Accept: \(accept)\r\n"
            + (language.map { "Accept-Language: \($0)\r\n" } ?? "") + more
    }

    func get(_ served: Served, _ path: String) async throws -> Reply {
        try #require(try await served.ask("GET", path, head: head("")))
    }

    /// - Parameter accept: the media type of the response; a script asks for JSON.
    func post(
        _ served: Served, _ path: String, _ fields: [(String, String)], accept: String = "text/html"
    ) async throws -> Reply {
        let all = try session.map { [(CSRFToken.field, try CSRFToken($0).code)] + fields } ?? fields
        let body = all.map { "\(FormFields.encode($0.0))=\(FormFields.encode($0.1))" }.joined(separator: "&")
        return try #require(
            try await served.ask(
                "POST", path, head: head("Content-Type: application/x-www-form-urlencoded\r\n", accept: accept),
                body: body))
    }

    /// Sends a request, and reads only the status and location of the response, because some responses never end.
    func begin(_ served: Served, _ method: String, _ path: String) async throws -> (status: Int, location: String?) {
        let wire = try await served.wire()
        let code = try session.map { "\(CSRFToken.field)=\(try CSRFToken($0).code)" } ?? ""
        let form = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(code.utf8.count)\r\n"
        let isPost = method == "POST"
        try await wire.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\n\(head(isPost ? form : ""))\r\n\(isPost ? code : "")")
        var text = ""
        while !text.contains("\r\n\r\n"), let more = await wire.receive() { text += more }
        try await wire.close()
        let status = try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        let location = text.firstMatch(of: /(?i)\r\nlocation: ([^\r]*)/).map { String($0.1) }
        return (status, location)
    }
}
