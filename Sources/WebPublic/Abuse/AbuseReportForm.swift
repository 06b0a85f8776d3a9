import Languages
import Ticketing
import WebHost

/// The fields of the form with which visitors report an event, and their errors.
struct AbuseReportForm {
    private var reason = ""
    private var text = ""
    private var email = ""
    /// The error messages, by the name of the field. The name `form` means the whole form.
    var faults: [String: Sentence] = [:]

    init() {}

    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ form: FormFields) throws {
        reason = try form.value("reason") ?? ""
        text = try form.typed("text") ?? ""
        email = try form.typed("email") ?? ""
    }

    /// Parses the values. If values are invalid, adds all their faults and returns nil.
    mutating func parseContent() -> AbuseReport.Content? {
        let choice = AbuseReport.Reason(rawValue: reason)
        if choice == nil { faults["reason"] = Sentence(AbuseReportSentence.reasonFault) }
        if let fault = AbuseReport.Content.textFault(text, for: choice) {
            faults["text"] = AbuseReportForm.sentence(for: fault)
        }
        let address = EmailAddress(rawValue: email)
        if address == nil, !email.isEmpty { faults["email"] = Sentence(PublicSentence.emailFault) }
        guard let chosen = choice, faults.isEmpty else { return nil }
        return AbuseReport.Content(chosen, text: text, email: address)
    }

    private static func sentence(for fault: TextFault) -> Sentence {
        switch fault {
        case .missing: Sentence(AbuseReportSentence.textMissing)
        case .tooLong(let length, let limit):
            Sentence(AbuseReportSentence.textLong, ["limit": .number(limit), "length": .number(length)])
        case .scalar: Sentence(AbuseReportSentence.textCharacter)
        }
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "text": .text(text), "email": .text(email),
            "text_hint": .sentence(
                AbuseReportSentence.textHint, ["limit": .number(AbuseReport.Content.longestText)]),
            "reasons": .list(
                AbuseReport.Reason.allCases.map { known in
                    var choice: [String: TemplateContext.Value] = [
                        "value": .text(known.rawValue), "name": .sentence(known.label),
                    ]
                    if known.rawValue == reason { choice["selected"] = .section(TemplateContext([:])) }
                    return TemplateContext(choice)
                }),
        ]
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        if !faults.isEmpty { context["errors"] = errors }
        return context
    }

    private var errors: TemplateContext.Value {
        var summary = ErrorSummary()
        let labels: [(field: String, label: AbuseReportSentence)] = [
            ("reason", .reason), ("text", .text), ("email", .email),
        ]
        for (field, label) in labels {
            summary.add(
                field,
                faults[field].map {
                    Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence($0)])
                })
        }
        let reason = faults["form"].map { Sentence(AbuseReportSentence.notSentBecause, ["reason": .sentence($0)]) }
        return summary.templateValue(reason ?? Sentence(AbuseReportSentence.notSent))
    }
}
