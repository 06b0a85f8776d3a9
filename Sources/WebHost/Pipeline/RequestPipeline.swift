import HTTPTypes
package import Hummingbird
import NIOHTTP1
import Presentation

/// Handles every request: checks the host and the route, converts errors to responses, adds headers, counts the request
/// and logs it. `RouteTable` checks the origin.
package struct RequestPipeline: HTTPResponder {
    let routes: RouterResponder<PageRequestContext>
    let hostNames: AllowedHosts
    let forwarding: Forwarding
    let server: ServerContext

    package init(
        routes: RouterResponder<PageRequestContext>, hostNames: AllowedHosts, forwarding: Forwarding,
        server: ServerContext
    ) {
        self.routes = routes
        self.hostNames = hostNames
        self.forwarding = forwarding
        self.server = server
    }

    package func respond(to request: Request, context: PageRequestContext) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        var (response, context) = (Response(status: .internalServerError), context)
        do {
            context.isBehindProxy = forwarding.isOn
            context.forwardedClient = try forwarding.client(of: context.remoteAddress, request.headers)
            response = try await self.response(request, context)
        } catch let problem as Problem {
            response = try problem.response(to: request, on: server.pages, id: context.requestID)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            // Logs only the type of the error, because the error’s description can contain names of people.
            server.log(
                LogRecord(
                    level: .error, event: "fault",
                    fields: [("id", .text(context.requestID)), ("kind", .text("\(type(of: error))"))]))
            let problem = (error as? any ExplainedError).map { Problem($0) } ?? Problem(.internalServerError)
            response = try problem.response(to: request, on: server.pages, id: context.requestID)
        }
        SecurityHeaders.add(to: &response.headers)
        if let name = RequestPipeline.requestID { response.headers[name] = context.requestID }
        record(request, response.status, context, duration: clock.now - start)
        return response
    }

    private static let requestID = HTTPField.Name("X-Request-Id")

    private func response(_ request: Request, _ context: PageRequestContext) async throws -> Response {
        guard hostNames.allows(request.head.authority) else { throw Problem.unknownHost }
        // A path that begins with two slashes would become another host’s URL in links and redirects.
        guard let path = request.head.path, path.hasPrefix("/"), !path.hasPrefix("//") else {
            throw Problem(.badRequest)
        }
        // The router does not know every method. An unknown method is treated as TRACE, which no path supports.
        var head = request.head
        if !RouteTable.methods.contains(head.method) { head.method = .trace }
        let request = Request(head: head, body: request.body)
        let response = try await routes.respond(to: request, context: context)
        if context.endpointPath == RequestPipeline.noRoute {
            // If the path has no route, only browsers get a page with an explanation.
            throw request.headers[.accept]?.contains("text/html") ?? false ? Problem.pageNotFound : Problem(.notFound)
        }
        return response
    }

    /// The name that the router uses for a path without a route.
    private static let noRoute = "NotFound"

    private func record(
        _ request: Request, _ status: HTTPResponse.Status, _ context: PageRequestContext, duration: Duration
    ) {
        let route = context.endpointPath.map { $0 == RequestPipeline.noRoute ? "none" : $0 } ?? "none"
        // A client can send any text as the method. So all unknown methods are counted and logged under one name.
        let method = RouteTable.methods.contains(request.method) ? request.method.rawValue : "other"
        server.metrics.record(method: method, route: route, status: status.code, duration: duration)
        server.log(
            LogRecord(
                level: .info, event: "request",
                fields: [
                    ("id", .text(context.requestID)), ("method", .text(method)), ("route", .text(route)),
                    ("status", .number(Int64(status.code))),
                    ("ms", .number(Int64((duration / .milliseconds(1)).rounded()))),
                    ("peer", .text(context.peer ?? "")),
                ]))
    }
}
