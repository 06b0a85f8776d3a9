import HTTPTypes
import Hummingbird

/// The list of routes, as the library wants it.
struct RouteTable {
    let router = Router(context: VisitContext.self, options: .autoGenerateHeadEndpoints)

    /// Methods that are answered at all; a path that knows others of them says which.
    static let methods: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    init(_ routes: [Route]) {
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                guard RouteTable.admits(route.access, context) else { throw Problem(.forbidden) }
                do {
                    return try await route.answer(Visit(request, context, limit: route.limit)).response
                } catch let error as HTTPError {
                    throw Problem(error.status)
                }
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

    private static func admits(_ access: Access, _ context: VisitContext) -> Bool {
        switch access {
        case .anybody: true
        case .thisMachine: context.isFromThisMachine
        }
    }
}
