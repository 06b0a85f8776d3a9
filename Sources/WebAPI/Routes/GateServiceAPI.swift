import Gate
import Ticketing
import WebGate
import WebHost

extension Routes {
    /// Routes with which API clients admit people. Each request has an id in the field `request`. The threads that
    /// decide these requests also decide the requests of the gates’ web page.
    ///
    /// - Parameter gates: nil if the server runs no gates; these routes then answer 404.
    static func gateServiceAPI(_ gates: GateRequestHandler?) -> [Route] {
        [
            gate("scan", gates) { try await $0.scan($1, by: $2) },
            gate("admit", gates) { try await $0.admit($1, by: $2) },
            gate("undo", gates) { try await $0.undo($1, by: $2) },
        ]
    }

    private static func gate(
        _ verb: String, _ gates: GateRequestHandler?,
        _ work: @escaping @Sendable (GateRequestHandler, PageRequest, GateStaff?) async throws -> RouteResponse
    ) -> Route {
        .post("\(API.root)/events/:event/gate/\(verb)", .program(.scan), GateRequestHandler.scanLimit) { request in
            guard let gates else { throw Problem(.notFound, .noGates) }
            return try await work(
                gates, request, try await StoreThreads.nilOnTimeout { try await request.gateStaffByToken() })
        }
    }
}

extension PageRequest {
    /// The API client that sent the request, if the client's API token is allowed to scan at the event in the path.
    ///
    /// - Throws: `Problem` 401; `ManagementError`; `StoreError` if the store does not answer within
    ///   `Gate.storeTimeout`.
    fileprivate func gateStaffByToken() async throws -> GateStaff {
        let language = language
        return try await withAPIRequest(at: .gates, until: arrival + Gate.storeTimeout) { call, token in
            let (event, subEvents) = try call.services.gates.eventToScan(named: call.pathParameter("event"))
            return GateStaff(
                services: call.services, event: event, subEvents: subEvents,
                sender: GateStaff.Sender(
                    name: token.name, requestScope: "program \(token.id)", clientKey: "program \(token.id)"),
                assignment: nil, language: language, waited: .now - arrival)
        }
    }
}
