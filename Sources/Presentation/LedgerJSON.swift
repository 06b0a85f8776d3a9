package import Store
import Ticketing

extension LedgerVerification {
    /// The fault in the ledger in words; nil if the ledger is intact.
    package var fault: String? {
        switch self {
        case .intact: nil
        case .slotsDiffer(let tickets, let event, let first):
            """
            the people inside do not match the records of \(counted(tickets, "ticket")): \(TicketCode(first)) of \
            event \(event)\(tickets > 1 ? ", and others" : "")
            """
        case .broken(let device, let sequence, let fault):
            "record \(sequence) of device \(device): \(fault.rawValue)"
        }
    }

    package var json: JSON {
        switch self {
        case .intact(let devices, let records):
            .object([("intact", .bool(true)), ("devices", .int(devices)), ("records", .int(records))])
        case .slotsDiffer(let tickets, let event, let first):
            .object([
                ("intact", .bool(false)), ("tickets_with_other_slots", .int(tickets)),
                ("event", .int(event.rawValue)), ("code", .string(TicketCode(first).description)),
            ])
        case .broken(let device, let sequence, let fault):
            .object([
                ("intact", .bool(false)), ("device", .string(device.description)), ("sequence", .integer(sequence)),
                ("fault", .string(fault.rawValue)),
            ])
        }
    }
}
