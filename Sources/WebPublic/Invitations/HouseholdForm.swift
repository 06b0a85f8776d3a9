import Management
import Ticketing
import WebHost

/// The form on the page of an invitation. It has the fields of all guests who share the ticket.
///
/// The names of a guest's fields begin with the guest's number: `guest-7-meal`, `guest-7-sub_event_1`,
/// `guest-7-companions_1`, `guest-7-companion-2-name`, `guest-7-seen-meal`.
struct HouseholdForm: Sendable {
    /// The fields of each guest, by the guest's number. The names of the fields lack the prefix, such as `guest-7-`.
    private let guests: [Int: FormFields]

    private static let prefix = "guest-"
    /// The prefix of the names of the fields that contain a guest's answers.
    private static let answerPrefix = "sub_event_"

    static func fieldName(_ name: String, of guest: Int) -> String { "\(prefix)\(guest)-\(name)" }

    /// Reads the fields of the guests. Ignores other fields.
    ///
    /// - Throws: `Problem` 400 if the name of a guest's field has no guest's number, or if a guest has more answers
    ///   than an event can have sub-events.
    init(_ form: FormFields) throws {
        var fields: [Int: [(name: String, value: String)]] = [:]
        for (name, value) in form.values where name.hasPrefix(HouseholdForm.prefix) {
            let rest = name.dropFirst(HouseholdForm.prefix.count)
            guard let end = rest.firstIndex(of: "-"), let guest = Int(rest[..<end]), "\(guest)" == rest[..<end] else {
                throw Problem(.badRequest, .malformedForm)
            }
            fields[guest, default: []].append((String(rest[rest.index(after: end)...]), value))
        }
        for own in fields.values {
            guard own.count(where: { $0.name.hasPrefix(HouseholdForm.answerPrefix) }) <= SubEvent.most else {
                throw Problem(.badRequest, .tooManyFields, ["limit": .number(SubEvent.most)])
            }
        }
        guests = fields.mapValues { FormFields(values: $0) }
    }

    /// The numbers of the guests whose fields the form has.
    var numbers: Set<Int> { Set(guests.keys) }

    /// The fields of a guest, by the names without the guest's number; nil if the form has no fields of the guest.
    func fields(of guest: Int) -> FormFields? { guests[guest] }

    /// The reply of a guest; nil if the form has no fields of the guest.
    ///
    /// - Throws: `Problem` 400 for a value that no form can contain.
    func reply(of guest: Int) throws -> GuestReply? {
        guard let form = guests[guest] else { return nil }
        var reply = GuestReply(
            guest: guest, answers: [:], meal: try form.value("meal"), allergy: try form.value("allergy"),
            companions: try CompanionForm.companions(in: form))
        for (field, value) in form.values where field.hasPrefix(HouseholdForm.answerPrefix) {
            guard let number = Int(field.dropFirst(HouseholdForm.answerPrefix.count)), reply.answers[number] == nil
            else {
                throw Problem(.badRequest, .repeatedField)
            }
            switch value {
            case "declined": reply.answers[number] = .declined
            case "maybe": reply.answers[number] = .maybe
            case "attending":
                let companions = try form.value("companions_\(number)").map { Int($0) ?? -1 } ?? 0
                reply.answers[number] = .attending(companions: companions)
            default: throw Problem(.badRequest, .answerFault)
            }
        }
        return reply
    }

    /// Whether the guest has chosen at least one companion for the sub-event.
    func choosesCompanions(_ guest: Int, subEvent: Int) throws -> Bool {
        try guests[guest]?.value("companions_\(subEvent)").map { $0 != "0" } ?? false
    }
}

/// The replies in a form, compared with the saved answers.
struct HouseholdReplies: Sendable {
    /// The replies of the guests whose fields in the form were changed.
    private(set) var changed: [GuestReply] = []
    /// Hashes of the answers that the page showed to the guests in `changed`, by the numbers of the guests.
    private var seen: [Int: SeenReply] = [:]
    /// The sub-events that still need an answer, by the numbers of the guests. If the form is empty (`isEmpty`), these
    /// are all guests who still need to answer; otherwise, only those of them who are in `changed`.
    private(set) var missing: [Int: [Int]] = [:]
    /// The guests in `missing` whose fields in the form have details, but no answer.
    private(set) var withoutAnswer: Set<Int> = []
    /// Whether the form has neither an answer nor a change, although an answer is needed. Also true if the form has no
    /// fields of guests.
    let isEmpty: Bool

    /// - Throws: `Problem` 400 for a value that no form can contain.
    init(in form: HouseholdForm, to found: LinkedInvitation, at now: Instant) throws {
        var hasAnswer = false
        var open: [Int: [Int]] = [:]
        for guest in found.guests {
            let number = guest.guest.number
            let typed = try form.reply(of: number)
            open[number] = found.unanswered(by: guest, at: now).filter { typed?.answers[$0] == nil }
            guard let reply = typed, let fields = form.fields(of: number) else { continue }
            if !reply.answers.isEmpty { hasAnswer = true }
            let saw = SeenReply(fields)
            let isChanged =
                try !saw.isUnchanged(reply, from: GuestAnswers(guest))
                || open[number, default: []].contains { try form.choosesCompanions(number, subEvent: $0) }
            guard isChanged else { continue }
            changed.append(reply)
            seen[number] = saw
            if let some = open[number], !some.isEmpty {
                missing[number] = some
                if reply.answers.isEmpty { withoutAnswer.insert(number) }
            }
        }
        open = open.filter { !$0.value.isEmpty }
        isEmpty = changed.isEmpty && !hasAnswer && (!open.isEmpty || form.numbers.isEmpty)
        if isEmpty { missing = open }
    }

    /// Leaves out the parts of a reply that its guest has not changed. A part is, for example, the answer for one
    /// sub-event.
    ///
    /// - Throws: `ReplyConflict` if another person has changed a part that the reply changes, too.
    func merge(_ reply: GuestReply, with stored: GuestAnswers) throws -> GuestReply {
        try seen[reply.guest]?.merge(reply, with: stored) ?? reply
    }
}

extension LinkedInvitation {
    /// The numbers of the sub-events to which a guest is invited, and for which the guest has given no answer.
    /// Sub-events that are over, or whose deadline has passed, are left out.
    fileprivate func unanswered(by guest: InvitedGuest, at now: Instant) -> [Int] {
        guest.invitations.filter { invitation in
            let subEvent = subEvents.first { $0.number == invitation.subEvent }
            return invitation.reply == .none
                && subEvent.map { !$0.isOver(at: now) && !event.details.areAnswersClosed(for: $0.details, at: now) }
                    ?? false
        }.map(\.subEvent)
    }
}
