import Languages
import Management
import Ticketing
import WebHost

/// The fields of the forms with which a recipient adds another address and confirms it, and their errors.
struct OtherAddressForm {
    private(set) var address = ""
    private(set) var code = ""
    private(set) var ownCode = ""
    /// The error messages, by the name of the field.
    var faults: [String: Sentence] = [:]

    init() {}

    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ fields: FormFields) throws {
        address = try fields.value("other") ?? ""
        code = try (fields.value("code") ?? "").filter { !$0.isWhitespace }
        ownCode = try (fields.value("own_code") ?? "").filter { !$0.isWhitespace }
    }

    /// Parses the address that the recipient wants to add. If it is malformed, or is not for `channel` (for example an
    /// e-mail address instead of a phone number), adds a fault and returns nil.
    mutating func parseAddress(by channel: Notice.Channel) -> VisitorAddress? {
        if case .success(let found) = VisitorAddress.parse(address), found.channel == channel { return found }
        faults["other"] = Sentence(channel == .sms ? PreferenceSentence.phoneFault : .emailFault)
        return nil
    }

    /// Checks that both codes have six digits. If one is malformed, adds a fault and returns false.
    mutating func checkCodes() -> Bool {
        for (field, value) in [("code", code), ("own_code", ownCode)] where value.wholeMatch(of: /[0-9]{6}/) == nil {
            faults[field] = Sentence(FindingSentence.codeFault)
        }
        return faults.isEmpty
    }

    /// Adds the faults of the entered codes; adds none if the codes have confirmed the address.
    mutating func addFaults(of entry: AddressCodesEntry) {
        switch entry {
        case .confirmed: break
        case .noCodes, .wrong(_, _, triesLeft: 0): addNoCodes()
        case .wrong(let isNewWrong, let isOwnWrong, let left):
            let fault = Sentence(FindingSentence.wrongCode, ["count": .number(left)])
            if isNewWrong { faults["code"] = fault }
            if isOwnWrong { faults["own_code"] = fault }
        }
    }

    /// Adds the fault that there are no valid codes, for example because they have expired. Empties the form that
    /// requests new codes.
    mutating func addNoCodes() {
        address = ""
        faults["other"] = Sentence(PreferenceSentence.noCodes)
    }

    func errors(_ found: LinkedRecipient) -> TemplateContext.Value {
        let recipient = found.recipient
        var summary = ErrorSummary()
        let fields = [
            ("other", OtherAddressForm.label(recipient.otherChannel)),
            ("code", OtherAddressForm.codeLabel(found.unconfirmed ?? "")),
            ("own_code", OtherAddressForm.codeLabel(recipient.address)),
        ]
        for (field, label) in fields {
            summary.add(
                field,
                faults[field].map {
                    Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence($0)])
                })
        }
        return summary.templateValue(Sentence(PreferenceSentence.notAdded))
    }

    /// The template values of the forms. While codes are valid, the page also has the form for the codes. The page
    /// masks the stored addresses, because anyone with a forwarded message can open the page.
    func context(_ found: LinkedRecipient) -> [String: TemplateContext.Value] {
        let recipient = found.recipient
        var context: [String: TemplateContext.Value] = [:]
        if let other = recipient.otherAddress {
            context["other"] = .section(
                TemplateContext([
                    "other_text": .sentence(
                        recipient.otherChannel == .sms ? PreferenceSentence.otherPhone : .otherEmail,
                        ["address": .text(Notice.masked(other))])
                ]))
        }
        guard let channel = found.addable else { return context }
        // The form for the codes sends the masked address. The form that requests new codes must not show this text,
        // because it is not a complete address.
        let isMasked = found.unconfirmed.map { Notice.masked($0) } == address
        var values: [String: TemplateContext.Value] = [
            "other_label": .sentence(OtherAddressForm.label(channel)), "other_value": .text(isMasked ? "" : address),
            "other_type": .text(channel == .sms ? "tel" : "email"),
            "add_about": .sentence(channel == .sms ? PreferenceSentence.addPhoneAbout : .addEmailAbout),
        ]
        if let fault = faults["other"] { values["other_fault"] = .sentence(fault) }
        context["add"] = .section(TemplateContext(values))
        guard let unconfirmed = found.unconfirmed else { return context }
        var codes: [String: TemplateContext.Value] = [
            "masked": .text(Notice.masked(unconfirmed)),
            "code_label": .sentence(OtherAddressForm.codeLabel(unconfirmed)),
            "own_label": .sentence(OtherAddressForm.codeLabel(recipient.address)),
        ]
        for field in ["code", "own_code"] {
            if let fault = faults[field] { codes["\(field)_fault"] = .sentence(fault) }
        }
        context["codes"] = .section(TemplateContext(codes))
        return context
    }

    private static func label(_ channel: Notice.Channel) -> Sentence {
        channel == .sms ? Sentence(FindingSentence.phoneNumber) : Sentence(PublicSentence.emailAddress)
    }

    private static func codeLabel(_ address: String) -> Sentence {
        Sentence(PreferenceSentence.codeSentTo, ["address": .text(Notice.masked(address))])
    }
}
