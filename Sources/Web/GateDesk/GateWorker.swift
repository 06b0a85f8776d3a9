import Cryptography
import Gate
import Management
import Store
import Ticketing

/// Somebody who may work at the gates of an event.
struct GateWorker: Sendable {
    /// For another connection to the store, as `beside` gives it: its own is given up at the request's deadline.
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
    /// How long the request has waited for the store to say who asks.
    let wait: Duration
}

extension Visit {
    /// Who asks, if they may work at the gates of the event in the path.
    ///
    /// - Parameter presence: of a phone.
    /// - Throws: `SignInNeeded`; `ManagementError`; `StoreError` when the store does not say it as soon as a gate decides.
    func gateWorker(_ presence: Entrance.Presence = .used) async throws -> GateWorker {
        let start = ContinuousClock.now
        guard let pass else { throw SignInNeeded() }
        let named = part("event") ?? ""
        let session = Hexadecimal.text(try SHA256.digest(Array(pass.secret.text.utf8)))
        return try await atGate(on: house.gates?.lookUps, until: start + Gate.patience, as: presence) {
            office, device in
            let (event, functions) = try office.eventToScan(named: named)
            return GateWorker(
                office: office, event: event, functions: functions, name: device?.name ?? office.user.name,
                key: device.map { "phone \($0.id)" } ?? "\(office.user.id)", post: device?.post,
                browser: device.map { "phone \($0.id)" } ?? session, wait: .now - start)
        }
    }

    /// The same for a scan; nil when the store does not answer in time, so that the gate says that it has not decided.
    ///
    /// - Throws: as `gateWorker`, but for that.
    func gateWorkerInTime() async throws -> GateWorker? { try await Visit.inTime { try await gateWorker() } }

    /// What `work` finds; nil when the store does not answer in time, or not at all.
    static func inTime<Found: Sendable>(_ work: () async throws -> Found) async throws -> Found? {
        do {
            return try await work()
        } catch let error as StoreError where error.isNoAnswer {
            return nil
        } catch let problem as Problem where problem.status == .serviceUnavailable {
            return nil
        }
    }
}

extension StoreError {
    fileprivate var isNoAnswer: Bool {
        switch self {
        case .unreachable, .busy, .tooManyConnections, .outcomeUnknown: true
        default: false
        }
    }
}
