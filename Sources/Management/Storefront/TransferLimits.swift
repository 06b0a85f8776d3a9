import Store
import Ticketing

/// The limits for the messages that visitors cause when they transfer tickets. Anyone with a ticket can enter any
/// address, and transfer the ticket back and forth.
enum TransferLimits {
    /// The maximum number of transfers of one ticket by visitors in 24 hours.
    static let mostOfTicket = 3
    /// The maximum number of messages about transferred tickets to one mailbox in 24 hours, across all tickets and
    /// events. Messages to the buyer of a ticket about the buyer's own transfer do not count.
    static let mostToMailbox = 5

    fileprivate static func subject(of ticket: Ticket) -> String { "transfer \(ticket.event)/\(ticket.code) " }

    fileprivate static func subject(to address: EmailAddress) -> String {
        "stranger \(MessageLimit.owner(of: address.rawValue))"
    }
}

extension UnitOfWork {
    /// Counts the transfer of a ticket by a visitor, and the messages about it. Call `serialize` first.
    ///
    /// - Parameter email: the new holder's address; nil if the new holder has no address.
    /// - Throws: `StorefrontError.transferRefused`.
    func countTransfer(of ticket: Ticket, to email: EmailAddress?) throws {
        let own = TransferLimits.subject(of: ticket)
        if let hours = try hoursLeft(.daily(TransferLimits.mostOfTicket, about: own)) {
            throw StorefrontError.transferRefused(.tooManyTransfers(limit: TransferLimits.mostOfTicket, hours: hours))
        }
        try countMessage(about: own)
        if let email, email != ticket.email { try countMessage(toNewHolder: email) }
        guard let former = ticket.email, try isFromStranger(ticket, with: former) else { return }
        let subject = TransferLimits.subject(to: former)
        if let hours = try hoursLeft(.daily(TransferLimits.mostToMailbox, about: subject)) {
            throw StorefrontError.transferRefused(
                .tooManyMessagesToHolder(limit: TransferLimits.mostToMailbox, hours: hours))
        }
        try countMessage(about: subject)
    }

    private func countMessage(toNewHolder email: EmailAddress) throws {
        let subject = TransferLimits.subject(to: email)
        if let hours = try hoursLeft(.daily(TransferLimits.mostToMailbox, about: subject)) {
            throw StorefrontError.transferRefused(
                .tooManyMessagesToNewHolder(limit: TransferLimits.mostToMailbox, hours: hours))
        }
        try countMessage(about: subject)
    }

    /// The number of hours, rounded up, until a limit allows another message; nil if the limit allows another message
    /// now.
    private func hoursLeft(_ limit: MessageLimit) throws -> Int? {
        try limit.end(connection.addressProofs, at: now).map {
            max(1, Int(($0.milliseconds - now.milliseconds + 3_599_999) / 3_600_000))
        }
    }

    /// Whether a stranger may have transferred the ticket to its holder. If so, the messages to the holder are limited:
    /// after a transfer, the page shows the new link to the person who made the transfer, so a stranger could transfer
    /// the ticket again and again.
    private func isFromStranger(_ ticket: Ticket, with address: EmailAddress) throws -> Bool {
        guard ticket.issue > 0 else { return false }
        let buyer = try ticket.sale.flatMap { try connection.orders.with(number: $0.order, of: ticket.event)?.buyer }
        return buyer?.emailAddress?.mailbox != address.mailbox
    }
}
