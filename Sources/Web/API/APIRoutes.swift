extension Routes {
    /// The routes of the API. `Docs/openapi.yaml` describes all of them, and a test compares the two.
    static func api() -> [Route] {
        organizersAPI + tokensAPI + eventsAPI + functionsAPI + typesAPI + ordersAPI + ticketsAPI + linksAPI + guestsAPI
            + invitationsAPI + gatesAPI + gateDeskAPI + printsAPI + reportsAPI + webhooksAPI
    }
}
