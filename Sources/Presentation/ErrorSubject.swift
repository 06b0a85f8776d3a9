/// The kind of object that an error is about.
package enum ErrorSubject: String, Hashable, Sendable, CaseIterable {
    case user, organizer, device, webhook
    case apiToken = "api_token"
    case event
    case ticketType = "ticket_type"
    case subEvent = "sub_event"
    case ticket, order, guest, notice
    case guestList = "guest_list"
    case gate
    case gatePack = "gate_pack"
    case paperList = "paper_list"
    case store, ledger, key
    case printBatch = "print_batch"
    case layout, printer, symbol, picture, certificate, file, server
    /// The command line or the HTTP request itself.
    case request
}
