/// The results of operations, such as the import of a list.
public enum ResultSentence: String, SentenceKey {
    public static let subject = "result"

    // Messages to people
    case noMessage = "this change queued no message"
    case changeWaiting =
        "{count} message from this change is waiting; no sender is set up|{count} messages from this change are waiting; no sender is set up"
    case changeToSend =
        "{count} message from this change is waiting to be sent|{count} messages from this change are waiting to be sent"
    case changeWithoutSettings =
        "{count} message from this change is waiting; messages.json cannot be read|{count} messages from this change are waiting; messages.json cannot be read"
    case eventWaiting =
        "{count} message about this event is waiting; no sender is set up|{count} messages about this event are waiting; no sender is set up"
    case eventToSend =
        "{count} message about this event is waiting to be sent|{count} messages about this event are waiting to be sent"
    case eventWithoutSettings =
        "{count} message about this event is waiting; messages.json cannot be read|{count} messages about this event are waiting; messages.json cannot be read"

    // Edited events
    case reservationsShortened =
        "{count} unpaid reservation now ends earlier than its buyer was told|{count} unpaid reservations now end earlier than their buyers were told"

    // Imported guests
    case nothingWritten = "nothing written: {result}"
    case guestsToAdd = "{count} guest to add|{count} guests to add"
    case guestsAdded = "{count} guest added|{count} guests added"
    case guestsUpdated = "{count} updated|{count} updated"
    case guestsUnchanged = "{count} unchanged|{count} unchanged"
    case newHouseholds = "{count} new household|{count} new households"
    case invitations = "{count} invitation|{count} invitations"
    case invitationsAndWithdrawn =
        "{count} invitation and {withdrawn} withdrawn|{count} invitations and {withdrawn} withdrawn"
    case answersLost = "{count} answer lost|{count} answers lost"
    case answersLowered =
        "{count} answer now has fewer companions|{count} answers now have fewer companions"
    case answersKept =
        "{count} row where the guest’s own choices were kept|{count} rows where the guests’ own choices were kept"
    case rowsSkipped = "{count} row skipped|{count} rows skipped"
    case toBeRenamed = "line {line}: {old} would be renamed to {new}"
    case renamed = "line {line}: {old} renamed to {new}"
    case codesToReissue =
        "{count} code would be reissued; print and send it again: {codes}|{count} codes would be reissued; print and send them again: {codes}"
    case codesReissued =
        "{count} code reissued; print and send it again: {codes}|{count} codes reissued; print and send them again: {codes}"
    case codeless =
        "{count} guest can’t keep a shared code, because a code admits at most 16 people|{count} guests can’t keep a shared code, because a code admits at most 16 people"

    // Issued tickets
    case issuedBefore =
        "these tickets were already issued for an earlier request with the same id; nothing was issued now"
    case rowsEqualToTickets =
        "{count} row matches existing tickets: {lines}|{count} rows match existing tickets: {lines}"
    case rowsEqualToRows =
        "{count} row repeats an earlier row, and a ticket is issued for it, too: {lines}|{count} rows repeat earlier rows, and tickets are issued for them, too: {lines}"
    case line = "line {line}"
    case lines = "lines {lines}"
    case linesAndMore = "lines {lines} and {count} more|lines {lines} and {count} more"
}
