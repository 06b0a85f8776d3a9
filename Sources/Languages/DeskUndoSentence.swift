/// The texts of the desk about pending changes.
public enum DeskUndoSentence: String, SentenceKey {
    public static let subject = "deskUndo"

    case willBeRefunded = "Will be refunded in {seconds} s."
    case willBeCancelled = "Will be cancelled in {seconds} s."
    case eventWillBeCancelled = "The event will be cancelled in {seconds} s."
    case undo = "Undo"
    case over = "It is too late to undo. Refresh the page to see the result."
    case refundAll = "Refund all tickets"
    // The states of orders and tickets in a list
    case stateRefundScheduled = "refund scheduled"
    case stateCancellationScheduled = "cancellation scheduled"
    // Changes that were dropped
    case refundNotMade = "The refund scheduled at {time} was not made: {reason}"
    case cancellationNotMade = "The cancellation scheduled at {time} was not made: {reason}"
    case eventCancellationNotMade = "The cancellation of the event, scheduled at {time}, was not made: {reason}"
    case reasonNotAllowed = "the member who scheduled it no longer has the right to make it"
    case reasonChanged = "the order, the ticket or the event has changed in the meantime"
    // The results of actions
    case refundScheduled =
        "The refund is scheduled. You can undo it until it takes effect. Nothing changes before then."
    case cancellationScheduled =
        "The cancellation is scheduled. You can undo it until it takes effect. Nothing changes before then."
    case undone = "Undone. Nothing was changed, and no message was queued."
    case tooLate = "Too late to undo: this cancellation or refund has already been made or undone."
}
