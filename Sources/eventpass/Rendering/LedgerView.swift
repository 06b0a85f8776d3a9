import Store
import Ticketing

extension LedgerVerification {
    /// What is wrong with the ledger, in words; nil when all is whole.
    var fault: String? {
        switch self {
        case .whole: nil
        case .placesDiffer(let tickets, let event, let first):
            """
            who is inside does not follow from the records, for \(counted(tickets, "ticket")): \(TicketCode(first)) of \
            event \(event)\(tickets > 1 ? ", and others" : "")
            """
        case .broken(let device, let sequence, let fault):
            "record \(sequence) of device \(device): \(fault.rawValue)"
        }
    }
}
