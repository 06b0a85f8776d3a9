import Cryptography
import Management
import Ticketing

/// Somebody who may work at the gates of an event.
struct GateWorker: Sendable {
    let office: Office
    let event: Event
    let functions: [EventFunction]
    /// What the ledger says of who scanned.
    let name: String
    /// Whose requests these are: those of two people never meet, whatever ids they choose.
    let key: String
    /// Where a phone was paired for; nil for users, who choose.
    let post: GatePost?
    /// One browser or device: what it may do at once is counted by it.
    let browser: String
}

extension Visit {
    /// Who asks, if they may work at the gates of the event in the path.
    ///
    /// - Parameter presence: of a phone.
    /// - Throws: `SignInNeeded`; `ManagementError`.
    func gateWorker(_ presence: Entrance.Presence = .used) async throws -> GateWorker {
        guard let pass else { throw SignInNeeded() }
        let named = part("event") ?? ""
        let session = Hexadecimal.text(try SHA256.digest(Array(pass.secret.text.utf8)))
        return try await atGate(as: presence) { office, device in
            let (event, functions) = try office.eventToScan(named: named)
            return GateWorker(
                office: office, event: event, functions: functions, name: device?.name ?? office.user.name,
                key: device.map { "phone \($0.id)" } ?? "\(office.user.id)", post: device?.post,
                browser: device.map { "phone \($0.id)" } ?? session)
        }
    }
}
