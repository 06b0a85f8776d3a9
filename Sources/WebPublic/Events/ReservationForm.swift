import Languages
import Management
import Ticketing
import WebHost

/// The fields of the form that reserves tickets, and their errors.
struct ReservationForm {
    /// The request id. The form contains this id, so if the visitor sends the form twice, only one order is created.
    private(set) var request: String
    private(set) var counts: [TicketTypeNumber: Int] = [:]
    private(set) var name = ""
    private(set) var email = ""
    private(set) var phone = ""
    /// The date of birth as typed; empty if the visitor entered no date.
    private(set) var birthDate = ""
    /// The version of the consent text that the visitor saw when agreeing to get the organizer's news; nil if the
    /// visitor did not agree.
    private(set) var newsText: Int?
    /// Whether the visitor has confirmed that a second order with the same contents is intended.
    private(set) var isRepeatConfirmed = false
    /// The error messages, by the name of the field. The name `form` means the whole form.
    var faults: [String: Sentence] = [:]

    init(request: String) { self.request = request }

    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ form: FormFields) throws {
        let sentID = try form.value("request") ?? ""
        request = sentID.wholeMatch(of: /[0-9a-f]{32}/) == nil ? VisitorCookie.randomHexadecimal(bytes: 16) : sentID
        name = try form.value("name") ?? ""
        email = try form.value("email") ?? ""
        phone = try form.value("phone") ?? ""
        birthDate = try form.value(AgeLimit.fieldName) ?? ""
        newsText = try form.value("news").flatMap { Int($0) }
        isRepeatConfirmed = try form.value(DuplicateSubmission.field) == FormField.checkedValue
        for (field, value) in form.values {
            guard field.hasPrefix("count_"),
                let number = UInt16(field.dropFirst("count_".count)).flatMap(TicketTypeNumber.init)
            else { continue }
            guard counts[number] == nil else { throw Problem(.badRequest, .repeatedField) }
            // An empty field for the number of tickets means 0 tickets.
            counts[number] = value.isEmpty ? 0 : Int(value) ?? -1
        }
    }

    var draft: OrderDraft {
        var draft = OrderDraft(
            lines: counts.filter { $0.value != 0 }.map { OrderDraft.Line(type: $0.key, count: $0.value) }
                .sorted { $0.type < $1.type },
            name: name, email: email.isEmpty ? nil : email, phone: phone.isEmpty ? nil : phone)
        draft.born = birthDate.isEmpty ? nil : birthDate
        return draft
    }

    /// The hidden fields on the summary of an order, which send the values of this form again.
    var sentFields: [(name: String, value: String)] {
        var fields = [("request", request)]
        fields += draft.lines.map { ("count_\($0.type)", "\($0.count)") }
        fields += [("name", name), ("email", email), ("phone", phone)]
        if !birthDate.isEmpty { fields.append((AgeLimit.fieldName, birthDate)) }
        if let newsText { fields.append(("news", "\(newsText)")) }
        if isRepeatConfirmed { fields.append((DuplicateSubmission.field, FormField.checkedValue)) }
        return fields.map { (name: $0.0, value: $0.1) }
    }

    mutating func addFaults(_ error: StorefrontError) {
        guard case .invalid(let wrong) = error else {
            faults["form"] = error.publicSentence
            return
        }
        for fault in wrong { faults[fault.field] = .fault(fault, in: Buyer.self) }
    }

    mutating func addFaults(_ error: SalesError) {
        switch error {
        case .orderFaults(let wrong):
            for fault in wrong {
                let sentence = fault.publicSentence
                switch fault {
                case .field(let fault): faults[fault.field == "buyer" ? "name" : fault.field] = sentence
                case .tooYoung: faults[AgeLimit.fieldName] = sentence
                default: faults["counts"] = .list([faults["counts"], sentence].compactMap(\.self))
                }
            }
        case .requestReused:
            // The visitor used the browser's Back button to return to a form that has already created an order. With a
            // new request id, the form can create another order.
            request = VisitorCookie.randomHexadecimal(bytes: 16)
            faults["form"] = Sentence(PublicSentence.orderUnchanged)
        case .eventOver: faults["form"] = Sentence(PublicSentence.eventOver)
        default: faults["form"] = Sentence(PublicSentence.notPossible)
        }
    }

    mutating func addFaults(_ error: ManagementError) { faults["form"] = error.publicSentence }

    /// - Parameter firstCount: the id of the first field for a number of tickets; nil if the form has no such field.
    func errors(firstCount: String?) -> TemplateContext.Value {
        var summary = ErrorSummary()
        summary.add(DuplicateSubmission.field, faults[DuplicateSubmission.field])
        summary.add(firstCount ?? "reserve", .tickets, faults["counts"])
        let fields: [(String, PublicSentence)] = [
            ("name", .yourName), ("email", .emailAddress), ("phone", .phone), (AgeLimit.fieldName, .birthDate),
        ]
        for (field, label) in fields { summary.add(field, label, faults[field]) }
        let text = faults["form"].map { Sentence(PublicSentence.notReservedBecause, ["reason": .sentence($0)]) }
        return summary.templateValue(text ?? Sentence(PublicSentence.notReserved))
    }

    /// Template values of the checkbox for the organizer's news. It is ticked only if the visitor has ticked it.
    func newsContext(organizer: String) -> TemplateContext {
        var context: [String: TemplateContext.Value] = [
            "news_version": .text("\(NewsConsent.textVersion)"),
            "news_label": .sentence(PublicSentence.news, ["organizer": .text(organizer)]),
        ]
        if newsText == NewsConsent.textVersion { context["is_ticked"] = .section(TemplateContext([:])) }
        return TemplateContext(context)
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "request": .text(request), "name": .text(name), "email": .text(email), "phone": .text(phone),
            AgeLimit.fieldName: .text(birthDate),
        ]
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        return context
    }
}
