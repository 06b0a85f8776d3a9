package import HTTPTypes
import Languages
package import Management
package import Ticketing

/// A method and a path that the server supports, with a handler, a limit for the request's body, and a rule that says
/// which clients are allowed to use the route.
package struct Route: Sendable {
    let method: HTTPRequest.Method
    /// The path, in which parameters begin with a colon: `/events/:event`.
    let path: String
    let access: RouteAccess
    let limit: BodyLimit
    private(set) var respond: @Sendable (PageRequest) async throws -> RouteResponse
    /// Whether the route accepts requests that pages of other sites have caused (`CrossOriginCheck`).
    private(set) var acceptsOtherSites = false
    /// Whether the server removes the cookies from a request before the handler gets the request.
    private(set) var ignoresCookies = false

    package init(
        method: HTTPRequest.Method, path: String, access: RouteAccess, limit: BodyLimit,
        respond: @escaping @Sendable (PageRequest) async throws -> RouteResponse
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.limit = limit
        self.respond = respond
    }

    /// A copy of this route that also accepts requests from pages of other sites. Use the copy only if the path
    /// contains a secret that other sites do not know.
    package var acceptingOtherSites: Route {
        var route = self
        route.acceptsOtherSites = true
        return route
    }

    /// A copy of this route whose handler gets each request without its cookies.
    package var ignoringCookies: Route {
        var route = self
        route.ignoresCookies = true
        return route
    }

    /// A copy of this route that calls `ask` if a request would queue messages to more people than the user has
    /// confirmed. Such a request changes nothing.
    ///
    /// - Parameter ask: returns a response that asks the user to confirm the messages, or throws an error that asks for
    ///   the confirmation.
    package func confirmingRecipients(
        _ ask: @escaping @Sendable (PageRequest, UnconfirmedChange) async throws -> RouteResponse
    ) -> Route {
        var route = self
        route.respond = { [respond] request in
            do {
                return try await respond(request)
            } catch ManagementError.tooManyRecipients(let change) {
                return try await ask(request, change)
            }
        }
        return route
    }

    /// This route with an additional step: `prepare` can change each request before the handler receives the request.
    package func preparing(_ prepare: @escaping @Sendable (inout PageRequest) async throws -> Void) -> Route {
        var route = self
        route.respond = { [respond] request in
            var request = request
            try await prepare(&request)
            return try await respond(request)
        }
        return route
    }

    package static func get(
        _ path: String, _ access: RouteAccess,
        _ respond: @escaping @Sendable (PageRequest) async throws -> RouteResponse
    ) -> Route { Route(method: .get, path: path, access: access, limit: .empty, respond: respond) }

    package static func post(
        _ path: String, _ access: RouteAccess, _ limit: BodyLimit = .form,
        _ respond: @escaping @Sendable (PageRequest) async throws -> RouteResponse
    ) -> Route { Route(method: .post, path: path, access: access, limit: limit, respond: respond) }
}

/// The routes of the server. Each part of the server adds its routes.
package enum Routes {}

/// The clients that are allowed to use a route.
package enum RouteAccess: Sendable {
    case anybody
    /// Clients on the server's own machine.
    case thisMachine
    case signedIn
    /// Users whose role allows the operation. This case only documents the rule; `ManagementServices` enforces the
    /// rule.
    case member(Operation)
    /// Users as in `member`, and phones that are paired with a gate of the event.
    case gate(Operation)
    /// API clients with a token of this scope.
    case program(APIToken.Scope)

    var acceptsPairedPhones: Bool { if case .gate = self { true } else { false } }

    /// Whether the route requires the cookie of a session or of a paired phone. If so, a request that changes something
    /// must come from a page of this server.
    var requiresCredentials: Bool {
        switch self {
        case .anybody, .thisMachine, .program: false
        case .signedIn, .member, .gate: true
        }
    }
}

/// Limits of a request's body.
package struct BodyLimit: Sendable {
    package let bytes: Int
    /// The maximum time until the whole body has arrived; nil means the server’s default limit.
    let time: Duration?
    /// The maximum number of fields of a form.
    let fields: Int
    let files: Files

    package enum Files: Sendable { case none, one }

    /// - Parameter fields: The maximum number of fields of a form. The default is enough for the answers of one guest
    ///   (at most about 260 fields), but not for the answers of several guests.
    package init(bytes: Int, time: Duration?, fields: Int = 400, files: Files = .none) {
        self.bytes = bytes
        self.time = time
        self.fields = fields
        self.files = files
    }

    /// The number of fields of the largest form: the grid of 40 guests by 64 sub-events, with the hash of each value.
    package static let mostFields = 5140

    static let empty = BodyLimit(bytes: 0, time: nil)
    package static let form = BodyLimit(bytes: 256 * 1024, time: nil)
    /// The limits for a list to import, as a file or as text.
    package static let upload = BodyLimit(bytes: 8 << 20, time: .seconds(60), files: .one)
    /// The limits for a picture of at most 20 MB with its description. Phones send pictures over slow connections, so
    /// the time limit is long.
    package static let picture = BodyLimit(bytes: 21 << 20, time: .seconds(180), files: .one)
}

/// The largest number of rows and the largest number of columns of an uploaded list, in every file format.
package enum UploadLimit {
    package static let rows = 50_000
    package static let columns = 100
}

extension Route {
    /// The response to `ManagementError.notGranted`, which says that the API token does not allow the request. The
    /// response names the missing scope, or says that the token is for one event only. Nil for other errors, and if the
    /// token has the scope and is for all events.
    func scopeProblem(with token: APIToken, after error: any Error) -> Problem? {
        guard case ManagementError.notGranted = error, case .program(let scope) = access else { return nil }
        guard token.scopes.union([.read]).contains(scope) else {
            let scopes = token.scopes.union([.read]).sorted().map(\.rawValue).joined(separator: ", ")
            return Problem(
                .forbidden, .missingScope, ["scope": .text(scope.rawValue), "scopes": .text(scopes)],
                hint: Sentence(ProblemSentence.missingScopeHint))
        }
        return token.event == nil
            ? nil
            : Problem(.forbidden, .tokenOfOneEvent, hint: Sentence(ProblemSentence.tokenOfOneEventHint))
    }
}
