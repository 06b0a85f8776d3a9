extension Routes {
    /// What programs ask for. `Docs/openapi.yaml` describes all of it, and a test holds the two against each other.
    static func api() -> [Route] {
        organizersAPI + tokensAPI + eventsAPI + functionsAPI + typesAPI + ordersAPI + ticketsAPI + linksAPI + guestsAPI
            + invitationsAPI + gatesAPI + gateDeskAPI + printsAPI + reportsAPI + webhooksAPI
    }
}
