import TicketToken
import Ticketing

/// What the ledger is asked about one ticket of the gate's event.
struct AdmissionRequest {
    /// Nil for a request that can't come again.
    let id: String?
    /// Whether somebody chose the id, and may ask again with it.
    let mayComeAgain: Bool
    /// False while an id was made for this request alone, and never sent: then there is nothing to look up.
    private(set) var mayBeKnown: Bool
    /// Whether a commit that had it along was sent, and the answer lost.
    private(set) var mayBeStored = false
    /// False for one that may only be told what was decided on it: its code was good then, and is not now.
    private(set) var mayBeDecided = true
    let subject: Subject
    let act: Act
    let count: Int
    /// Who asks; nil is who works at the gate.
    let `operator`: String?

    enum Subject {
        /// A scanned token whose proof held.
        case verified(VerifiedTicket)
        /// A ticket that a person looked up.
        case lookedUp(Serial)

        var serial: Serial {
            switch self {
            case .verified(let ticket): ticket.claims.serial
            case .lookedUp(let serial): serial
            }
        }
    }

    enum Act {
        case enter, leave
        /// Takes the last admission back; says why.
        case undo(reason: String)

        init(_ direction: Direction) {
            switch direction {
            case .entry: self = .enter
            case .exit: self = .leave
            }
        }
    }

    init(
        id: String?, mayComeAgain: Bool? = nil, mayBeKnown: Bool = true, subject: Subject, act: Act, count: Int,
        operator: String?
    ) {
        self.id = id
        self.mayComeAgain = mayComeAgain ?? (id != nil)
        self.mayBeKnown = mayBeKnown
        self.subject = subject
        self.act = act
        self.count = count
        self.operator = `operator`
    }

    /// - Parameter subject: what the scan turned out to be.
    init(_ scan: Scan, _ subject: Subject, act: Act) {
        self.init(id: scan.request, subject: subject, act: act, count: scan.count, operator: scan.operator)
    }

    /// As the ledger has it.
    var direction: LedgerDirection {
        switch (act, subject) {
        case (.enter, .verified): .entry
        case (.enter, .lookedUp): .override
        case (.leave, _): .exit
        case (.undo, _): .void
        }
    }

    /// The same, with an id that nobody chose, when it has none: so that its answer can be found again.
    var identified: AdmissionRequest {
        guard id == nil else { return self }
        let made = "~" + String(UInt128.random(in: 0 ... .max), radix: 36)
        return AdmissionRequest(
            id: made, mayComeAgain: false, mayBeKnown: false, subject: subject, act: act, count: count,
            operator: `operator`)
    }

    /// The same, after the answer of a commit was lost in which it may have been decided.
    var delivered: AdmissionRequest {
        var request = self
        request.mayBeKnown = true
        request.mayBeStored = true
        return request
    }

    /// The same, when its code has become too old for a decision.
    var again: AdmissionRequest {
        var request = self
        request.mayBeDecided = false
        return request
    }
}
