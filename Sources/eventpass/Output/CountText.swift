import Languages

/// A number of things in a sentence that has other arguments, for example `3 tickets`.
enum CountText: String, SentenceKey {
    static let subject = "count"

    case tickets = "{count} ticket|{count} tickets"
    case people = "{count} person|{count} people"
    case guests = "{count} guest|{count} guests"
    case households = "{count} household|{count} households"
    case invitations = "{count} invitation|{count} invitations"
    case records = "{count} record of the ledger|{count} records of the ledger"
    case changes = "{count} change of the audit trails|{count} changes of the audit trails"
    case repeats = "{count} repeat|{count} repeats"

    func of(_ count: Int) -> SentenceArgument { .sentence(self, ["count": .number(count)]) }
}
