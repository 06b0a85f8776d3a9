import HTTPTypes
import Hummingbird
import Presenting
import Ticketing

/// The list of routes, as the library wants it.
struct RouteTable {
    let router = Router(context: VisitContext.self, options: .autoGenerateHeadEndpoints)

    /// Methods that are answered at all; a path that knows others of them says which.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace]

    init(_ routes: [Route], _ house: House) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                try await RouteTable.answer(route, request, context, house).response
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

    private static func answer(
        _ route: Route, _ request: Request, _ context: VisitContext, _ house: House
    ) async throws -> Answer {
        if case .thisMachine = route.access, !context.isFromThisMachine(request.headers) { throw Problem(.forbidden) }
        var visit = try Visit(request, context, house, route)
        do {
            if route.access.takesPass { try await visit.showPass() }
            guard case .program = route.access else { return try await route.answer(visit) }
            return try await answerProgram(route, visit, house)
        } catch is SignInNeeded {
            return try RouteTable.toSignIn(visit, house)
        } catch {
            throw RouteTable.told(error)
        }
    }

    /// Programs show a token that opens something before anything they send is read, and are told how much more they may
    /// ask.
    private static func answerProgram(_ route: Route, _ visit: Visit, _ house: House) async throws -> Answer {
        guard let token = try await token(route, visit) else { return try await route.answer(visit) }
        visit.markSignedIn()
        let allowance = house.programs.take("\(token.id)", at: house.now())
        do {
            try allowance.demand()
            var answer = try await route.answer(visit)
            allowance.add(to: &answer.headers)
            return answer
        } catch {
            let lacks = route.problem(with: token, after: error)
            guard var problem = lacks ?? RouteTable.told(error) as? Problem else { throw error }
            allowance.add(to: &problem.headers)
            throw problem
        }
    }

    /// The token that a program shows; nil at a gate when the store does not say in time whose it is: then the gate answers
    /// that it has not decided.
    private static func token(_ route: Route, _ visit: Visit) async throws -> APIToken? {
        guard case .program(.scan) = route.access else { return try await visit.program { _, token in token } }
        return try await visit.tokenAtGate()
    }

    /// What whoever asked is told of an error; the rest is for the log first.
    private static func told(_ error: any Error) -> any Error {
        switch error {
        case let error as HTTPError: Problem(error.status)
        case is EditClash:
            Problem(.conflict, "This has changed meanwhile, or did not come from its page. Open the page again.")
        case let error as any ExplainedError where error.kind != .trouble: Problem(error)
        default: error
        }
    }

    /// People are led to the page where they sign in, and back; what they typed comes with them.
    private static func toSignIn(_ visit: Visit, _ house: House) throws -> Answer {
        guard visit.wantsPage else { throw Problem(.unauthorized, "Nobody is signed in, or not any more.") }
        let here = NextPage(visit.target)
        // A phone that was taken off the gate has no password: it needs a new code.
        if visit.pass?.isDevice == true { return .seeOther("/pair") }
        if visit.isReading { return .seeOther("/sign-in?next=\(FormFields.encode((here ?? .desk).path))") }
        var answer = try SignIn(house: house).form(
            visit, next: .desk, returning: ReturningForm(here, visit.fields),
            fault: "You are not signed in any more. Nothing was changed.")
        answer.status = .unauthorized
        return answer
    }
}
