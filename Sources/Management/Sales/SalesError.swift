public import Languages
public import Ticketing

/// The reason why an order, a payment, a refund, a change of a ticket or ticket type, or the acceptance of a device's
/// clock was refused.
public enum SalesError: Error, Hashable, SentenceConvertible {
    /// All faults of a ticket type.
    case typeFaults([TicketTypeFault])
    /// All faults of an order.
    case orderFaults([OrderFault])
    /// A ticket type can't be removed, because tickets of this type were ordered or issued.
    case typeSold(String)
    /// A ticket type can't be removed, because it is the event's only ticket type, and the event is not a draft.
    case onlyType(String)
    /// The event is over, so no more tickets are issued.
    case eventOver
    case unknownOrder(OrderNumber)
    case notPayable(OrderNumber, Order.Status)
    /// The payment method of the order is already “at the door”, and its tickets are issued.
    case alreadyAtTheDoor(OrderNumber)
    case notCancellable(OrderNumber, Order.Status)
    case notRefundable(OrderNumber, Order.Status)
    case ticketOfAnother(TicketCode, OrderNumber)
    case nothingToRefund(OrderNumber)
    case nothingOwed(OrderNumber)
    case moreThanOwed(OrderNumber, Money, owed: Money)
    /// There is already a pending change (a cancellation or refund) of the order or ticket.
    case changePending
    /// The pending change has already been made or undone.
    case changeMade
    /// The pending change was due more than a day ago, so it is not made any more.
    case changeExpired
    /// The order's currency differs from the event's only currency.
    case currencyMismatch(String, event: String)
    /// The request id was already used for a different request.
    case requestReused(String)
    case holder(TextFault)
    case email(String)
    case note(TextFault)
    /// A user accepts the clock of a device (`GateService.acceptClock`), but the reason that the user gives is empty or
    /// malformed.
    case reason(TextFault)

    enum Text: String, SentenceKey {
        static let subject = "salesError"

        // Ticket types
        case typeFaults = "the ticket type is invalid: {faults}"
        case typeSold = "“{name}” can't be removed, because tickets of this type were ordered or issued"
        case typeSoldHint = "to stop its sale, run: eventpass type edit EVENT TYPE --closes TIME"
        case onlyType = "“{name}” can't be removed, because it is the event's only ticket type"
        case onlyTypeHint = "first add another ticket type with: eventpass type add EVENT --name NAME"

        // Orders
        case orderFaults = "the order is invalid: {faults}"
        case eventOver = "the event is over; no more tickets can be issued"
        case unknownOrder = "the event has no order {number}"
        case unknownOrderHint = "list the numbers with: eventpass order list EVENT"
        case notPayable = "order {number} is {status}, and can't be paid"
        case cancelledHint = "create a new order to replace {number} with: eventpass order create"
        case alreadyAtTheDoor = "the payment method of order {number} is already “at the door”"
        case notCancellable = "order {number} is {status}, and can't be cancelled"
        case paidHint = "refund it with: eventpass order refund EVENT {number} --all"
        case notRefundable = "order {number} is {status}: there is nothing to refund"
        case pendingHint = "cancel it with: eventpass order cancel EVENT {number}"
        case ticketOfAnother = "ticket {code} does not belong to order {number}"
        case ticketOfAnotherHint = "list its tickets with: eventpass order show EVENT {number}"
        case nothingToRefund = "order {number} has no active ticket left"
        case nothingOwed = "nothing is owed to the buyer of order {number}"
        case moreThanOwed = "{asked} is more than the {owed} owed to the buyer of order {number}"
        case changePending = "a cancellation or refund is already scheduled; wait until it is done, or undo it"
        case changeMade = "this cancellation or refund has already been made or undone"
        case changeExpired = "it was due more than a day ago"
        case currencyMismatch = "the order is in {currency}, but the event sells only in {eventCurrency}"
        case requestReused =
            "the request id {id} was already used for another request; each request needs its own id"

        // Fields
        case email = "“{text}” is not an e-mail address such as grace@example.org"
    }

    public var sentence: Sentence {
        switch self {
        case .typeFaults(let faults):
            Sentence(Text.typeFaults, ["faults": .sentence(.list(faults.map(\.sentence), separator: "; "))])
        case .orderFaults(let faults):
            Sentence(Text.orderFaults, ["faults": .sentence(.list(faults.map(\.sentence), separator: "; "))])
        case .typeSold(let name): Sentence(Text.typeSold, ["name": .text(name)])
        case .onlyType(let name): Sentence(Text.onlyType, ["name": .text(name)])
        case .eventOver: Sentence(Text.eventOver)
        case .unknownOrder(let number): Sentence(Text.unknownOrder, ["number": "\(number)"])
        case .notPayable(let number, let status):
            Sentence(Text.notPayable, ["number": "\(number)", "status": .text(status.rawValue)])
        case .alreadyAtTheDoor(let number): Sentence(Text.alreadyAtTheDoor, ["number": "\(number)"])
        case .notCancellable(let number, let status):
            Sentence(Text.notCancellable, ["number": "\(number)", "status": .text(status.rawValue)])
        case .notRefundable(let number, let status):
            Sentence(Text.notRefundable, ["number": "\(number)", "status": .text(status.rawValue)])
        case .ticketOfAnother(let code, let number):
            Sentence(Text.ticketOfAnother, ["code": "\(code)", "number": "\(number)"])
        case .nothingToRefund(let number): Sentence(Text.nothingToRefund, ["number": "\(number)"])
        case .nothingOwed(let number): Sentence(Text.nothingOwed, ["number": "\(number)"])
        case .moreThanOwed(let number, let asked, let owed):
            Sentence(Text.moreThanOwed, ["asked": .money(asked), "owed": .money(owed), "number": "\(number)"])
        case .changePending: Sentence(Text.changePending)
        case .changeMade: Sentence(Text.changeMade)
        case .changeExpired: Sentence(Text.changeExpired)
        case .currencyMismatch(let currency, let event):
            Sentence(Text.currencyMismatch, ["currency": .text(currency), "eventCurrency": .text(event)])
        case .requestReused(let id): Sentence(Text.requestReused, ["id": .text(id)])
        case .holder(let fault): FieldFault("holder", fault.sentence).sentence
        case .email(let text): FieldFault("email", Text.email, ["text": .text(text)]).sentence
        case .note(let fault): FieldFault("note", fault.sentence).sentence
        case .reason(let fault): FieldFault("reason", fault.sentence).sentence
        }
    }

    /// Advice on how to resolve the error; nil if there is no advice.
    public var hint: Sentence? {
        switch self {
        case .typeSold: Sentence(Text.typeSoldHint)
        case .onlyType: Sentence(Text.onlyTypeHint)
        case .unknownOrder: Sentence(Text.unknownOrderHint)
        case .notPayable(let number, .cancelled): Sentence(Text.cancelledHint, ["number": "\(number)"])
        case .notCancellable(let number, .paid), .notCancellable(let number, .partlyRefunded):
            Sentence(Text.paidHint, ["number": "\(number)"])
        case .notRefundable(let number, .pending): Sentence(Text.pendingHint, ["number": "\(number)"])
        case .ticketOfAnother(_, let number): Sentence(Text.ticketOfAnotherHint, ["number": "\(number)"])
        case .typeFaults, .orderFaults, .eventOver, .notPayable, .alreadyAtTheDoor, .notCancellable, .notRefundable,
            .nothingToRefund, .nothingOwed, .moreThanOwed, .changePending, .changeMade, .changeExpired,
            .currencyMismatch, .requestReused, .holder, .email, .note, .reason:
            nil
        }
    }
}
