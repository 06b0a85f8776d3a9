import Cryptography
import Gate
package import Languages
package import Management
package import Ticketing
import WebHost

/// The sender of a request to a gate: a user, a paired phone or an API client that is allowed to scan tickets at the
/// gates of an event.
package struct GateStaff: Sendable {
    /// The services with the sender’s rights. Their queries end at the deadline of the request. For queries that can
    /// take longer, use the services that the method `using` returns: they have another connection to the store,
    /// without this deadline.
    let services: ManagementServices
    let event: Event
    package let subEvents: [SubEvent]
    let sender: Sender
    /// The gate for which a phone was paired. Nil for users and API clients, because they choose a gate in each
    /// request.
    let assignment: GateAssignment?
    /// The language of verdicts for the sender.
    let language: Language
    /// The time that the authorization of the request took.
    let waited: Duration

    /// The name and the ids of the sender.
    package struct Sender: Sendable {
        /// The name that the ledger records as the operator of the gate.
        let name: String
        /// A prefix for the request ids of this sender, so that the ids of two senders never collide.
        let requestScope: String
        /// Identifies the browser or device, so that the number of its concurrent requests can be limited.
        let clientKey: String

        package init(name: String, requestScope: String, clientKey: String) {
            self.name = name
            self.requestScope = requestScope
            self.clientKey = clientKey
        }
    }

    package init(
        services: ManagementServices, event: Event, subEvents: [SubEvent], sender: Sender,
        assignment: GateAssignment?, language: Language, waited: Duration
    ) {
        self.services = services
        self.event = event
        self.subEvents = subEvents
        self.sender = sender
        self.assignment = assignment
        self.language = language
        self.waited = waited
    }
}

extension PageRequest {
    /// Authorizes the sender for the gates of the event in the path.
    ///
    /// - Parameter presence: `interactive` if a person caused the request; `polling` if the open page sent the request
    ///   automatically. The access of a paired phone ends after some time without interactive requests.
    /// - Throws: `SignInRequired`; `ManagementError`; `StoreError` if the store does not answer within
    ///   `Gate.storeTimeout`.
    func gateStaff(_ presence: Authenticator.PhoneActivity = .interactive) async throws -> GateStaff {
        let start = ContinuousClock.now
        guard let credentials else { throw SignInRequired() }
        let named = pathParameter("event") ?? ""
        let session = Hexadecimal.text(try SHA256.digest(Array(credentials.secret.encoded.utf8)))
        let language = language
        return try await withServicesAtGate(
            on: server.gateThreads, until: start + Gate.storeTimeout, as: presence
        ) {
            services, device in
            let (event, subEvents) = try services.gates.eventToScan(named: named)
            return GateStaff(
                services: services, event: event, subEvents: subEvents,
                sender: GateStaff.Sender(
                    name: device?.name ?? services.user.name,
                    requestScope: device.map { "phone \($0.id)" } ?? "\(services.user.id)",
                    clientKey: device.map { "phone \($0.id)" } ?? session),
                assignment: device?.assignment, language: language, waited: .now - start)
        }
    }

    /// Authorizes the sender of a scan. Nil if the store does not answer in time; the gate then answers “undecided”.
    ///
    /// - Throws: the errors of `gateStaff`, except timeouts.
    func gateStaffInTime() async throws -> GateStaff? { try await StoreThreads.nilOnTimeout { try await gateStaff() } }
}
