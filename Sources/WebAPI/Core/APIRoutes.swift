import HTTPTypes
import Languages
import Management
import Presentation
package import WebGate
package import WebHost

extension Routes {
    /// The routes of the API. `Docs/openapi.yaml` describes all of them.
    ///
    /// - Parameter gates: the handler for the requests of gates; nil if the server runs no gates.
    package static func api(gates: GateRequestHandler?) -> [Route] {
        let routes: [Route] =
            organizersAPI + tokensAPI + eventsAPI + subEventsAPI + typesAPI + ordersAPI + ticketsAPI + linksAPI
            + guestsAPI + invitationsAPI + headcountsAPI + messagesAPI + gatesAPI + gateServiceAPI(gates) + printsAPI
            + reportsAPI + webhooksAPI
        return routes.map { route in
            route.confirmingRecipients { _, change in throw Problem(unconfirmed: change) }
        }
    }
}

extension Problem {
    /// The error for a change that would queue messages to many people. In the JSON, `recipients` is the number of
    /// these people, and `change` describes the change. The client confirms the change by sending the number.
    fileprivate init(unconfirmed change: UnconfirmedChange) {
        let error = ManagementError.tooManyRecipients(change)
        self.init(
            .conflict, error.sentence.asSentence,
            hint: Sentence(
                ProblemSentence.confirmRecipientsHint,
                ["parameter": .text("\(RecipientConfirmation.field)=\(change.people)")]))
        extensionMembers = error.members + change.members
    }
}
