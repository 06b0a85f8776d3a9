import Languages
import Management
import Ticketing
import WebHost

/// The fields of the two forms with which visitors find their tickets, and their errors.
struct FindTicketsForm {
    private(set) var address = ""
    private(set) var code = ""
    /// The error messages, by the name of the field. The name `form` means the whole form.
    var faults: [String: Sentence] = [:]

    init() {}

    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ form: FormFields) throws {
        address = try form.value("address") ?? ""
        code = try (form.value("code") ?? "").filter { !$0.isWhitespace }
    }

    /// Parses the e-mail address or phone number. If it is malformed, adds a fault and returns nil. If the server
    /// sends only e-mail or only SMS, the fault asks only for this kind of address.
    ///
    /// - Parameter channels: the channels by which the server sends messages.
    mutating func parseAddress(for channels: Set<Notice.Channel>) -> VisitorAddress? {
        switch VisitorAddress.parse(address) {
        case .success(let address): return address
        case .failure(.localPhone) where channels.contains(.sms) || !channels.contains(.email):
            faults["address"] = Sentence(PublicSentence.phoneFault)
        case .failure: faults["address"] = Sentence(FindTicketsForm.addressFault(channels))
        }
        return nil
    }

    private static func addressFault(_ channels: Set<Notice.Channel>) -> FindingSentence {
        switch (channels.contains(.email), channels.contains(.sms)) {
        case (true, false): .emailFault
        case (false, true): .phoneFault
        case (true, true), (false, false): .addressFault
        }
    }

    /// Checks that the code has six digits. If it is malformed, adds a fault and returns false.
    mutating func checkCode() -> Bool {
        if code.wholeMatch(of: /[0-9]{6}/) != nil { return true }
        faults["code"] = Sentence(FindingSentence.codeFault)
        return false
    }

    /// - Parameters:
    ///   - label: the label of the field for the e-mail address or phone number.
    ///   - text: the sentence above the errors.
    ///   - reasonText: the sentence that contains the error of the whole form.
    func errors(
        addressLabel label: Sentence, _ text: FindingSentence, because reasonText: FindingSentence
    ) -> TemplateContext.Value {
        var summary = ErrorSummary()
        for (field, label) in [("address", label), ("code", Sentence(FindingSentence.code))] {
            summary.add(
                field,
                faults[field].map {
                    Sentence(PublicSentence.fieldFault, ["field": .sentence(label), "fault": .sentence($0)])
                })
        }
        let reason = faults["form"].map { Sentence(reasonText, ["reason": .sentence($0)]) }
        return summary.templateValue(reason ?? Sentence(text))
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = ["address": .text(address)]
        for (field, fault) in faults { context["\(field)_fault"] = .sentence(fault) }
        return context
    }
}
