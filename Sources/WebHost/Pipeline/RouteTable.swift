import HTTPTypes
package import Hummingbird
import Languages
import Presentation
import Ticketing

/// Registers the routes with the router of Hummingbird, the server framework.
package struct RouteTable {
    package let router = Router(context: PageRequestContext.self, options: .autoGenerateHeadEndpoints)

    /// The methods that the router knows. If a path has routes, but none for the method of a request, the response is
    /// 405 with `Allow`.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    package init(_ routes: [Route], _ server: ServerContext) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await RouteTable.respond(route, request, context, server).response
            }
        }
        for (path, known) in Dictionary(grouping: routes, by: \.path) {
            let allowed = known.map(\.method) + (known.contains { $0.method == .get } ? [.head] : [])
            for method in RouteTable.methods where !allowed.contains(method) {
                router.on(RouterPath(path), method: method) { _, _ -> Response in
                    throw Problem.method(allowed: allowed)
                }
            }
        }
    }

    private static func respond(
        _ route: Route, _ request: Request, _ context: PageRequestContext, _ server: ServerContext
    ) async throws -> RouteResponse {
        if case .thisMachine = route.access, !context.isFromThisMachine(request.headers) { throw Problem(.forbidden) }
        // Routes with the method GET change nothing, so pages of other sites are allowed to cause requests to them.
        if route.method != .get, !route.acceptsOtherSites,
            CrossOriginCheck.isCrossOrigin(request.headers, authority: request.head.authority)
        {
            throw Problem(.forbidden, .crossOrigin)
        }
        var pageRequest = try PageRequest(request, context, server, route)
        do {
            if route.access.requiresCredentials { try await pageRequest.requireCredentials() }
            guard case .program = route.access else { return try await route.respond(pageRequest) }
            return try await respondToAPIRequest(route, pageRequest, server)
        } catch is SignInRequired {
            return try RouteTable.signInRedirect(pageRequest, server)
        } catch {
            throw RouteTable.clientError(error)
        }
    }

    /// Responds to a request of an API client. The client is authenticated before the route’s handler reads the
    /// request’s body. The response contains the client's rate limit.
    private static func respondToAPIRequest(_ route: Route, _ request: PageRequest, _ server: ServerContext)
        async throws
        -> RouteResponse
    {
        guard let token = try await token(route, request) else { return try await route.respond(request) }
        request.markSignedIn()
        let allowance = server.apiRateLimit.consume("\(token.id)", at: server.now())
        do {
            try allowance.requireGranted()
            var answer = try await route.respond(request)
            allowance.add(to: &answer.headers)
            return answer
        } catch {
            let lacks = route.scopeProblem(with: token, after: error)
            guard var problem = lacks ?? RouteTable.clientError(error) as? Problem else { throw error }
            allowance.add(to: &problem.headers)
            throw problem
        }
    }

    /// The client's token. Nil if the route is for gates and the store does not answer in time; the handler then
    /// responds with the verdict “undecided”.
    private static func token(_ route: Route, _ request: PageRequest) async throws -> APIToken? {
        guard case .program(.scan) = route.access else { return try await request.withAPIToken { _, token in token } }
        return try await request.tokenAtGate()
    }

    /// If the client caused the error, returns a `Problem` that describes the error. Returns all other errors
    /// unchanged.
    private static func clientError(_ error: any Error) -> any Error {
        switch error {
        case let error as HTTPError: Problem(error.status)
        case is EditConflict: Problem(.conflict, .editConflict)
        case let error as any ExplainedError where error.kind != .systemFailure: Problem(error)
        default: error
        }
    }

    /// Responds with the sign-in page, or with a redirect to it. After the user has signed in, the browser returns to
    /// the requested page. If the request was a form, the sign-in page keeps the form’s fields.
    private static func signInRedirect(_ request: PageRequest, _ server: ServerContext) throws -> RouteResponse {
        guard request.wantsHTML else { throw Problem(.unauthorized, .notSignedIn) }
        let here = ReturnPath(request.target)
        // A phone whose pairing has ended cannot sign in with a password. It needs a new pairing code.
        if request.credentials?.isPairedPhone == true { return .seeOther("/pair") }
        if request.isSafeMethod { return .seeOther("/sign-in?next=\(FormFields.encode((here ?? .desk).path))") }
        var answer = try SignInPages(server: server).form(
            request, next: .desk, returning: InterruptedForm(here, request.fields),
            fault: Sentence(DeskSentence.sessionEnded))
        answer.status = .unauthorized
        return answer
    }
}
