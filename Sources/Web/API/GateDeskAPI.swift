import Gate
import Management
import Ticketing

extension Routes {
    /// Programs at gates. What they ask for has an id of its own, `request`, as at the gate's page: it comes to the same
    /// gates, and into the same commits.
    static var gateDeskAPI: [Route] {
        [
            gate("scan") { try await $0.scan($1, by: $2) },
            gate("admit") { try await $0.admit($1, by: $2) },
            gate("undo") { try await $0.undo($1, by: $2) },
        ]
    }

    private static func gate(
        _ verb: String, _ work: @escaping @Sendable (GateDesk, Visit, GateWorker?) async throws -> Answer
    ) -> Route {
        .post("\(API.root)/events/:event/gate/\(verb)", .program(.scan), GateDesk.scanLimit) { visit in
            guard let desk = visit.house.gates else { throw Problem(.notFound, "This server opens no gates.") }
            return try await work(desk, visit, try await Visit.inTime { try await visit.programAtGate() })
        }
    }
}

extension Visit {
    /// The token that a program shows; nil when the store does not answer in time.
    ///
    /// - Throws: `Problem` 401.
    func tokenAtGate() async throws -> APIToken? {
        try await Visit.inTime { try await program(at: .gates, until: arrival + Gate.patience) { _, token in token } }
    }

    /// The program that asks, if it may work at the gates of the event in the path.
    ///
    /// - Throws: `Problem` 401; `ManagementError`; `StoreError` when the store does not say it as soon as a gate decides.
    fileprivate func programAtGate() async throws -> GateWorker {
        try await program(at: .gates, until: arrival + Gate.patience) { call, token in
            let (event, functions) = try call.office.eventToScan(named: call.part("event"))
            return GateWorker(
                office: call.office, event: event, functions: functions, name: token.name, key: "program \(token.id)",
                post: nil, browser: "program \(token.id)", wait: .now - arrival)
        }
    }
}
