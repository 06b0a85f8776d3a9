package import WebGate
package import WebHost

extension Routes {
    /// The routes of the API. `Docs/openapi.yaml` describes all of them, and a test compares the routes with the file.
    ///
    /// - Parameter gates: nil if the server runs no gates.
    package static func api(gates: GateRequestHandler?) -> [Route] {
        organizersAPI + tokensAPI + eventsAPI + subEventsAPI + typesAPI + ordersAPI + ticketsAPI + linksAPI + guestsAPI
            + invitationsAPI + gatesAPI + gateServiceAPI(gates) + printsAPI + reportsAPI + webhooksAPI
    }
}
