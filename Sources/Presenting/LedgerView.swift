package import Store
import Ticketing

extension LedgerVerification {
    /// What is wrong with the ledger, in words; nil when all is whole.
    package var fault: String? {
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

    package var json: JSON {
        switch self {
        case .whole(let devices, let records):
            .object([("whole", .bool(true)), ("devices", .int(devices)), ("records", .int(records))])
        case .placesDiffer(let tickets, let event, let first):
            .object([
                ("whole", .bool(false)), ("tickets_with_other_places", .int(tickets)),
                ("event", .int(event.rawValue)), ("code", .string(TicketCode(first).description)),
            ])
        case .broken(let device, let sequence, let fault):
            .object([
                ("whole", .bool(false)), ("device", .string(device.description)), ("sequence", .integer(sequence)),
                ("fault", .string(fault.rawValue)),
            ])
        }
    }
}
