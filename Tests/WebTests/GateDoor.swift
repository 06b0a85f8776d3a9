import EventFixture
import Foundation
import Management
import NIOCore
import Store
import TicketToken
import Ticketing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

extension Festival {
    /// The settings of a server’s gates. Processes of this project’s executable read the camera frames.
    var gates: GateConfiguration {
        get throws {
            var gates = GateConfiguration(ring: keys, device: device, reader: [try Program.url.path, "serve-reader"])
            // A busy machine may need a long time for a frame.
            gates.frameTimeout = .seconds(60)
            return gates
        }
    }

    /// Runs a server with gates while `work` runs. Passes to `work` a client that is signed in as the local owner.
    func serve(
        store: (@Sendable () throws -> Store)? = nil, gates: GateConfiguration? = nil,
        _ work: (GateDoor) async throws -> Void
    ) async throws {
        // Other processes may keep the machine busy, so these limits are longer than any test.
        var limits = ServerLimits()
        limits.bodyTimeout = .seconds(600)
        limits.idleTimeout = .seconds(600)
        let configuration = ServerConfiguration(
            clock: clock.now, keyRing: keys, openStore: store ?? { [address] in try Store.open(address) })
        try await Served.with(limits: limits, configuration: configuration, gates: try gates ?? self.gates) {
            served async throws in
            try await work(try await GateDoor(served, self))
        }
    }
}

/// A client that sends the same requests as the gate page, on which staff scan tickets.
struct GateDoor: Sendable {
    let served: Served
    let path: String
    private var head: String

    /// Creates a client that is signed in as a user.
    ///
    /// - Parameter user: the user whose session the client uses; nil for the local owner.
    init(_ served: Served, _ festival: Festival, as user: User? = nil) async throws {
        try self.init(served, festival, "__Host-session", user.map(festival.session) ?? festival.ownersSession())
    }

    /// Creates a client that is a paired phone.
    ///
    /// - Parameter phone: the secret of the phone.
    init(_ served: Served, _ festival: Festival, phone: AccessSecret) throws {
        try self.init(served, festival, "__Host-device", phone)
    }

    private init(_ served: Served, _ festival: Festival, _ cookie: String, _ secret: AccessSecret) throws {
        self.served = served
        path = "/gate/\(festival.event.slug)"
        head = """
            Cookie: \(cookie)=\(secret.encoded)\r\nX-Antiforgery: \(try CSRFToken(secret).code)\r\n\
            Accept: application/json\r\n
            """
    }

    /// A copy of this client whose requests also ask for the given language.
    func speaking(_ language: String) -> GateDoor {
        var door = self
        door.head += "Accept-Language: \(language)\r\n"
        return door
    }

    private static let json = "Content-Type: application/json\r\n"

    func post(_ what: String, _ json: String) async throws -> GateReply? {
        GateReply(try await served.ask("POST", "\(path)/\(what)", head: head + GateDoor.json, body: json))
    }

    /// Submits a form as a browser without scripts does.
    func form(_ what: String, _ fields: String) async throws -> GateReply? {
        let head = head.replacing("Accept: application/json", with: "Accept: text/html")
        return GateReply(
            try await served.ask(
                "POST", target(what), head: head + "Content-Type: application/x-www-form-urlencoded\r\n",
                body: fields))
    }

    /// The target of a request. `what` has one of three forms: a path of the server, a name to add to the path of the
    /// event's gates, or only the query of a gate's page.
    private func target(_ what: String) -> String {
        what.hasPrefix("/") ? what : what.hasPrefix("?") ? path + what : "\(path)/\(what)"
    }

    func get(_ what: String) async throws -> GateReply? {
        GateReply(try await served.ask("GET", target(what), head: head))
    }

    func scan(_ text: String, request: String = UUID().uuidString, gate: String = "North", more: String = "")
        async throws -> GateReply?
    {
        try await post(
            "scan", #"{"request":"\#(request)","text":"\#(text)","gate":"\#(gate)"\#(more)}"#)
    }

    /// Sends a camera frame.
    ///
    /// - Parameter length: the length that the request states; nil for the true length.
    func frame(
        _ pixels: [UInt8], _ width: Int, _ height: Int, length: Int? = nil, more: String = "",
        id: String = UUID().uuidString
    ) async throws -> GateReply? {
        let wire = try await wire(width, height, length: length ?? pixels.count, more: more, id: id)
        try await wire.send(bytes: pixels)
        defer { Task { try await wire.close() } }
        return GateReply(await wire.reply(to: "POST"))
    }

    /// Opens a connection, and sends only the head of a request with a frame.
    func wire(_ width: Int, _ height: Int, length: Int, more: String = "", id: String = UUID().uuidString)
        async throws -> Wire
    {
        let wire = try await served.wire()
        try await wire.send(
            """
            POST \(path)/frame?width=\(width)&height=\(height)&request=\(id)&gate=North\(more) HTTP/1.1\r\n\
            Host: localhost\r\n\(head)Content-Type: application/octet-stream\r\nContent-Length: \(length)\r\n\r\n
            """)
        return wire
    }

    /// Opens a connection on which the server sends the gate’s figures whenever they change.
    func live() async throws -> Wire {
        let wire = try await served.wire()
        try await wire.send("GET \(path)/live?gate=North HTTP/1.1\r\nHost: localhost\r\n\(head)\r\n")
        return wire
    }
}

/// A response, with access to the members of its JSON by name.
struct GateReply {
    let status: Int
    let headers: [String: String]
    let body: String

    init?(_ reply: Reply?) {
        guard let reply else { return nil }
        (status, headers, body) = (reply.status, reply.headers, reply.body)
    }

    private var members: [String: Any]? {
        get throws { try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any] }
    }

    func text(_ name: String) throws -> String? { try members?[name] as? String }
    func number(_ name: String) throws -> Int? { try members?[name] as? Int }
    func truth(_ name: String) throws -> Bool? { try members?[name] as? Bool }
    func object(_ name: String) throws -> [String: Any]? { try members?[name] as? [String: Any] }
    func list(_ name: String) throws -> [[String: Any]]? { try members?[name] as? [[String: Any]] }
}

/// A phone that is paired with a gate, so that it can scan tickets without a user’s password.
struct PairedPhone {
    let secret: AccessSecret
    fileprivate let device: WebDevice
}

extension Festival {
    func pairedPhone(named name: String) throws -> PairedPhone {
        guard let address = ClientAddress("127.0.0.1") else { throw Served.Surprise(what: "no client address") }
        let (code, _) = try services.devices.createPairing(to: event, gate: "North", name: name)
        let entrance = Authenticator(to: store, clock: clock.now)
        guard let paired = try entrance.pair(code, from: Authenticator.Client(address)) else {
            throw Served.Surprise(what: "the pairing code is invalid")
        }
        return PairedPhone(secret: paired.secret, device: paired.device)
    }

    func revoke(_ phone: PairedPhone) throws { try services.devices.revokeDevice(phone.device.id, of: event) }
}
