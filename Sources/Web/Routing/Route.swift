import HTTPTypes
import Management
import Ticketing

/// One thing that can be asked for.
struct Route: Sendable {
    let method: HTTPRequest.Method
    /// Parts that stand for something begin with a colon: `/events/:event`.
    let path: String
    let access: Access
    let limit: BodyLimit
    let answer: @Sendable (Visit) async throws -> Answer

    static func get(
        _ path: String, _ access: Access, _ answer: @escaping @Sendable (Visit) async throws -> Answer
    ) -> Route { Route(method: .get, path: path, access: access, limit: .nothing, answer: answer) }

    static func post(
        _ path: String, _ access: Access, _ limit: BodyLimit = .form,
        _ answer: @escaping @Sendable (Visit) async throws -> Answer
    ) -> Route { Route(method: .post, path: path, access: access, limit: limit, answer: answer) }
}

/// Who may ask.
enum Access: Sendable {
    case anybody
    /// Programs on the machine that the server runs on.
    case thisMachine
    /// Users, for what any of them may do.
    case signedIn
    /// Users whose role allows an operation; the office decides, and the list says it.
    case member(Operation)
    /// The same, and phones that were paired for an event's gate.
    case gate(Operation)
    /// Programs with a token of this scope.
    case program(APIToken.Scope)

    var takesDevices: Bool { if case .gate = self { true } else { false } }

    /// Whether a pass is looked at, and what changes something must come from a page of ours.
    var takesPass: Bool {
        switch self {
        case .anybody, .thisMachine, .program: false
        case .signedIn, .member, .gate: true
        }
    }
}

/// How much a body may be.
struct BodyLimit: Sendable {
    let bytes: Int
    /// Nil is what every request has.
    let time: Duration?
    var files = Files.none

    /// Whether a form may bring one.
    enum Files: Sendable { case none, one }

    static let nothing = BodyLimit(bytes: 0, time: nil)
    static let form = BodyLimit(bytes: 256 * 1024, time: nil)
    /// A list, by whatever way it is sent.
    static let list = BodyLimit(bytes: 8 << 20, time: .seconds(60), files: .one)
}

extension Route {
    /// Why a token does not open it, where an error says that it does not: the scope that is missing, by its name.
    func problem(with token: APIToken, after error: any Error) -> Problem? {
        guard case ManagementError.notGranted = error, case .program(let scope) = access else { return nil }
        guard token.scopes.union([.read]).contains(scope) else {
            let scopes = token.scopes.union([.read]).sorted().map(\.rawValue).joined(separator: ", ")
            return Problem(
                .forbidden, "This takes a token with the scope \(scope.rawValue); this one has \(scopes).",
                hint: "An owner or a manager can make a token with that scope.")
        }
        return token.event == nil
            ? nil
            : Problem(
                .forbidden, "This token is for one event alone.",
                hint: "An owner or a manager can make a token for all events of the organizer.")
    }
}
