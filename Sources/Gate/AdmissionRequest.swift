import TicketToken
import Ticketing

/// A request to admit people on a ticket, to let them out, or to undo an admission.
struct AdmissionRequest {
    /// The request id; nil for a request that is never repeated.
    let id: String?
    /// Whether a client chose the id and may send the request again with that id.
    let isRetryable: Bool
    /// Whether the store may already have recorded a decision under this id. False if the gate generated the id and has
    /// not sent it to the store yet.
    private(set) var mayBeRecorded: Bool
    /// Whether this request was in a commit whose outcome is unknown, because the store's answer was lost.
    private(set) var hasUnknownOutcome = false
    /// Whether a new decision may be made. False if the ticket's live code has expired since the scan. In that case,
    /// only a decision that is already recorded may be returned.
    private(set) var allowsDecision = true
    let subject: TicketReference
    let action: Action
    /// The number of people who enter or leave. An undo ignores this number.
    let count: Int
    /// The person who sent the request; nil means the gate's own operator.
    let `operator`: String?

    enum TicketReference {
        /// A scanned token whose MAC or signature is valid.
        case verified(VerifiedTicket)
        /// A ticket that a person looked up by name or code.
        case lookedUp(Serial)

        var serial: Serial {
            switch self {
            case .verified(let ticket): ticket.claims.serial
            case .lookedUp(let serial): serial
            }
        }
    }

    enum Action {
        case enter, leave
        /// Undoes the ticket's last admission. The reason is recorded.
        case undo(reason: String)

        init(_ direction: Direction) {
            switch direction {
            case .entry: self = .enter
            case .exit: self = .leave
            }
        }
    }

    init(
        id: String?, isRetryable: Bool? = nil, mayBeRecorded: Bool = true, subject: TicketReference, action: Action,
        count: Int,
        operator: String?
    ) {
        self.id = id
        self.isRetryable = isRetryable ?? (id != nil)
        self.mayBeRecorded = mayBeRecorded
        self.subject = subject
        self.action = action
        self.count = count
        self.operator = `operator`
    }

    /// Makes the request for a scan.
    ///
    /// - Parameter subject: the ticket that the scan identified.
    init(_ scan: Scan, _ subject: TicketReference, action: Action) {
        self.init(id: scan.requestID, subject: subject, action: action, count: scan.count, operator: scan.operator)
    }

    /// The kind of the ledger's record for this request.
    var direction: LedgerRecordKind {
        switch (action, subject) {
        case (.enter, .verified): .entry
        case (.enter, .lookedUp): .override
        case (.leave, _): .exit
        case (.undo, _): .void
        }
    }

    /// The same request with an id. A request without an id gets a random one, so that its decision can be found even
    /// if the store's answer is lost.
    var withGeneratedID: AdmissionRequest {
        guard id == nil else { return self }
        let made = "~" + String(UInt128.random(in: 0 ... .max), radix: 36)
        return AdmissionRequest(
            id: made, isRetryable: false, mayBeRecorded: false, subject: subject, action: action, count: count,
            operator: `operator`)
    }

    /// The same request, marked as contained in a commit whose outcome is unknown.
    var afterLostAnswer: AdmissionRequest {
        var request = self
        request.mayBeRecorded = true
        request.hasUnknownOutcome = true
        return request
    }

    /// The same request after its live code has expired: only a recorded decision may be returned.
    var replayOnly: AdmissionRequest {
        var request = self
        request.allowsDecision = false
        return request
    }
}
