import HTTPTypes
import Hummingbird
import NIOHTTP1
import Presenting

/// Everything that is asked comes in here, and every answer goes out: checked, counted, noted.
struct FrontDoor: HTTPResponder {
    let routes: RouterResponder<VisitContext>
    let names: HostNames
    let forwarding: Forwarding
    let house: House

    func respond(to request: Request, context: VisitContext) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        var (response, context) = (Response(status: .internalServerError), context)
        do {
            context.isBehindProxy = forwarding.isOn
            context.client = try forwarding.client(of: context.connected, request.headers)
            response = try await answer(request, context)
        } catch let problem as Problem {
            response = try problem.response(to: request, on: house.pages, id: context.visitID)
        } catch let error as HTTPParserError {
            throw error
        } catch {
            // Its text may hold names; its type does not.
            house.log(
                LogRecord(
                    level: .error, event: "fault",
                    fields: [("id", .text(context.visitID)), ("kind", .text("\(type(of: error))"))]))
            let problem = (error as? any ExplainedError).map { Problem($0) } ?? Problem(.internalServerError)
            response = try problem.response(to: request, on: house.pages, id: context.visitID)
        }
        SecurityHeaders.add(to: &response.headers)
        if let name = FrontDoor.requestID { response.headers[name] = context.visitID }
        note(request, response.status, context, took: clock.now - start)
        return response
    }

    private static let requestID = HTTPField.Name("X-Request-Id")

    private func answer(_ request: Request, _ context: VisitContext) async throws -> Response {
        guard names.allow(request.head.authority) else { throw Problem.foreignHost }
        guard request.head.path?.hasPrefix("/") ?? false else { throw Problem(.badRequest) }
        let changes = ![.get, .head, .options].contains(request.method)
        if changes && Origin.isForeign(request.headers, authority: request.head.authority) {
            throw Problem(.forbidden, "This was sent by a page of another server.")
        }
        // No path has a method that the router does not know: its answer is that of another one that no path has.
        var head = request.head
        if !RouteTable.methods.contains(head.method) { head.method = .trace }
        let request = Request(head: head, body: request.body)
        let response = try await routes.respond(to: request, context: context)
        if context.endpointPath == FrontDoor.noRoute { throw Problem(.notFound) }
        return response
    }

    /// What the router calls what it has no route for.
    private static let noRoute = "NotFound"

    private func note(_ request: Request, _ status: HTTPResponse.Status, _ context: VisitContext, took: Duration) {
        let route = context.endpointPath.map { $0 == FrontDoor.noRoute ? "none" : $0 } ?? "none"
        // Methods are the client's words.
        let method = RouteTable.methods.contains(request.method) ? request.method.rawValue : "other"
        house.metrics.count(method: method, route: route, status: status.code, took: took)
        house.log(
            LogRecord(
                level: .info, event: "request",
                fields: [
                    ("id", .text(context.visitID)), ("method", .text(method)), ("route", .text(route)),
                    ("status", .number(Int64(status.code))),
                    ("ms", .number(Int64((took / .milliseconds(1)).rounded()))),
                    ("peer", .text(context.peer ?? "")),
                ]))
    }
}
