import Foundation
import Languages
import Management
import Ticketing
import WebHost

/// The value of a field in an audit record. Pages show times in a time zone, amounts with their currency, and choices
/// with the labels that they have in forms.
struct AuditValue {
    private let text: String
    private let name: String
    private let subject: AuditSubject.Kind
    /// The kind of the field; nil if people do not enter the field in a form.
    private let kind: FieldKind?

    private static let longestInSentence = 80
    /// The names of the fields with amounts that people do not enter in forms.
    private static let amounts: Set<String> = [
        "total", "amount_paid", "refund_owed", "refund_paid", "price", "due",
    ]

    init(_ text: String, of name: String, in subject: AuditSubject.Kind) {
        (self.text, self.name, self.subject) = (text, name, subject)
        kind = AuditValue.declared(in: subject).first { $0.name == name }?.kind
    }

    /// The fields that people enter for a kind of object, in the order in which forms show them.
    static func declared(in subject: AuditSubject.Kind) -> [(name: String, kind: FieldKind)] {
        func fields<Entity: FieldEntity>(_ type: Entity.Type) -> [(name: String, kind: FieldKind)] {
            Entity.fields.map { (name: $0.name, kind: $0.kind) }
        }
        return switch subject {
        case .organizer: fields(OrganizerDetails.self)
        case .event: fields(EventDetails.self)
        case .type: fields(TicketTypeDetails.self)
        case .subEvent, .formerSubEvent: fields(SubEventDetails.self)
        case .ticket: fields(HolderDetails.self)
        case .order: fields(Buyer.self) + fields(Payment.self)
        case .guest: fields(GuestDetails.self)
        case .webhook: fields(WebhookDetails.self)
        case .user, .member, .household, .ledger, .batch, .device, .token, .template, .reminder, .headcount,
            .gatePack, .formerGatePack:
            []
        }
    }

    var time: Instant? { AuditRecord.time(text) }

    var isFlag: Bool { kind == .flag }

    /// Whether the value can be part of a sentence: it is short, has one line, and is not hidden from the reader.
    var fitsSentence: Bool {
        if case .text(_, .several) = kind { return false }
        return text != AuditRecord.hiddenValue && text.count <= AuditValue.longestInSentence
            && !text.contains(where: \.isNewline)
    }

    /// The value as pages show it in a list.
    func shown(in zone: TimeZone) -> Sentence { special ?? AuditRecord.displayText(text, in: zone) }

    /// The value inside a sentence. Texts are in quotation marks.
    func inSentence(in zone: TimeZone) -> Sentence {
        let shown = shown(in: zone)
        let isPlain = isFlag || time != nil || amount != nil || Double(text) != nil
        return isPlain ? shown : Sentence(DeskHistorySentence.quoted, ["value": .sentence(shown)])
    }

    /// The local time of day, such as `18:04`.
    static func timeOfDay(_ time: Instant, in zone: TimeZone) -> String {
        String(time.iso8601(in: zone).dropFirst(11).prefix(5))
    }

    private var amount: Money? {
        kind == .money || kind == nil && AuditValue.amounts.contains(name) ? Money(text) : nil
    }

    /// The words that pages show instead of the stored text, such as the label of a choice; nil if pages show the
    /// stored text.
    private var special: Sentence? {
        if let amount { return .verbatim(amount.displayText) }
        switch kind {
        case .flag: return yesOrNo
        case .choice(let choices): return choices.first { $0.value == text }?.label
        case nil: return status ?? yesOrNo
        default: return nil
        }
    }

    private var yesOrNo: Sentence? {
        switch text {
        case "yes": Sentence(DeskHistorySentence.yes)
        case "no": Sentence(DeskHistorySentence.no)
        default: nil
        }
    }

    private var status: Sentence? {
        guard name == "status" else { return nil }
        return switch subject {
        case .event: Event.Status(rawValue: text)?.label
        case .ticket: Ticket.Status(rawValue: text)?.label
        case .order: Order.Status(rawValue: text)?.label
        default: nil
        }
    }
}

extension FieldContent {
    /// The content as pages show it; nil for an empty field.
    func shown(as kind: FieldKind, in zone: TimeZone) -> Sentence? {
        switch self {
        case .empty: return nil
        case .text(let text):
            if case .choice(let choices) = kind, let choice = choices.first(where: { $0.value == text }) {
                return choice.label
            }
            return .verbatim(text)
        case .number(let number): return .verbatim("\(number)")
        case .flag(let flag): return Sentence(flag ? DeskHistorySentence.yes : .no)
        case .time(let time): return .verbatim(time.minuteText(in: zone))
        case .money(let money): return .verbatim(money.displayText)
        case .position(let position): return .verbatim("\(position)")
        case .names(let names): return .verbatim(names.joined(separator: ", "))
        }
    }
}

extension AuditRecord {
    /// The text to show for a field’s value. A time is converted to the given zone.
    static func displayText(_ text: String, in zone: TimeZone) -> Sentence {
        if text == hiddenValue { return Sentence(DeskOrganizerSentence.hiddenValue) }
        return .verbatim(time(text)?.minuteText(in: zone) ?? text)
    }
}
