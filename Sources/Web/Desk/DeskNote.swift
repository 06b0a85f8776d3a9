import Presenting
import Ticketing

/// What a form has done, told on the page that follows: a word of ours and a number, since an address names nobody.
struct DeskNote {
    let text: String
    /// Whether it may have queued messages: then the page says how many wait.
    let queues: Bool
    /// The messages that it has queued, where the page is of no event that could count them.
    let queued: Queued?

    struct Queued {
        let words: String
        /// The page that lists them; nil where several events do.
        let path: String?
    }

    enum Deed: String, CaseIterable {
        case created, saved, unchanged, published, cancelled, deleted, restored, duplicated, added, removed
        case moved, verified, sent, revoked
        case sold, soldBefore, paid, refunded, issued, blocked, unblocked, reissued, transferred, resent
        case invited, withdrawn, answered, imported, corrected, paidBack

        fileprivate var queues: Bool {
            switch self {
            case .saved, .cancelled, .restored, .removed, .sold, .soldBefore, .paid, .refunded, .issued, .reissued,
                .transferred, .resent, .invited, .withdrawn, .imported:
                true
            case .created, .unchanged, .published, .deleted, .duplicated, .added, .moved, .verified, .sent, .revoked,
                .blocked, .unblocked, .answered, .corrected, .paidBack:
                false
            }
        }
    }

    /// Nil where the address says nothing that we would.
    init?(_ visit: Visit) {
        guard let deed = visit.query("done").flatMap({ Deed(rawValue: $0) }) else { return nil }
        let count = visit.query("count").flatMap { Int($0) }.flatMap { (0...100_000_000).contains($0) ? $0 : nil }
        text = DeskNote.words(deed, count)
        queues = deed.queues
        queued = DeskNote.queued(by: deed, count ?? 0, of: visit.query("event"))
    }

    /// The address of a page that tells it.
    ///
    /// - Parameter event: the one event whose messages were queued, where the page is of no event.
    static func path(_ path: String, _ deed: Deed, count: Int? = nil, of event: EventNumber? = nil) -> String {
        "\(path)?done=\(deed.rawValue)" + (count.map { "&count=\($0)" } ?? "") + (event.map { "&event=\($0)" } ?? "")
    }

    /// - Parameter event: the number of an event, as the address has it.
    private static func queued(by deed: Deed, _ count: Int, of event: String?) -> Queued? {
        guard count > 0, [.deleted, .moved].contains(deed) else { return nil }
        let words = WaitingMessages(count: count).sentence
        guard let event, event.wholeMatch(of: /[0-9]{1,10}/) != nil else {
            return Queued(words: "\(words); each event lists its own under Messages", path: nil)
        }
        return Queued(words: words, path: "/desk/e/\(event)/notices")
    }

    private static func words(_ deed: Deed, _ count: Int?) -> String {
        switch deed {
        case .created: "It is made, and a draft: nobody else sees it."
        case .saved: "Saved."
        case .unchanged: "Nothing was changed."
        case .published: "It is published."
        case .cancelled: "It is cancelled."
        case .deleted: "It is deleted, and can be brought back for 30 days."
        case .restored: "It is back."
        case .duplicated: "This is the copy, and a draft."
        case .added: "Added."
        case .removed: "Taken away."
        case .moved: "They are moved."
        case .verified: "Checked, and kept with its date."
        case .sent:
            "A code is made; no sender is set up. The owner of this server finds it with eventpass notice list --all."
        case .revoked: "Nobody gets in with it any more."
        case .sold: "The order is made."
        case .soldBefore: "This order was made before; nothing new was made."
        case .paid: "Paid."
        case .paidBack: "The payment to the buyer is recorded."
        case .refunded: "Taken back; what was paid is owed."
        case .issued: count.map { $0 == 1 ? "One ticket is issued." : "\($0) tickets are issued." } ?? "Issued."
        case .blocked: "No gate takes it now."
        case .unblocked: "Gates take it again."
        case .reissued: "There is a new code; gates refuse the old one."
        case .transferred: "It has a new holder and a new code; gates refuse the old one."
        case .corrected:
            "Corrected; its code stays valid. Printed tickets, files and gate packs made before keep the old details; a refresh brings a pack up to date. Messages queued before keep the old address."
        case .resent: "Its message is queued once more."
        case .invited: "Invited."
        case .withdrawn: "The invitation is taken back."
        case .answered: "Noted."
        case .imported: count.map { $0 == 1 ? "One guest came in." : "\($0) guests came in." } ?? "Imported."
        }
    }
}

extension Answer {
    /// A redirect to the same page with another note; any other answer as it is.
    func noting(_ deed: DeskNote.Deed) -> Answer {
        guard status == .seeOther, let location = headers[.location] else { return self }
        return .seeOther(DeskNote.path(String(location.prefix { $0 != "?" }), deed))
    }
}
