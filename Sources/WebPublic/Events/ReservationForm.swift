import Management
import Ticketing
import WebHost

/// The fields of the form that reserves tickets, and their errors.
struct ReservationForm {
    /// The request id. The page with the form already contains the id, so a form that is sent twice makes only one
    /// order.
    private(set) var request: String
    private(set) var counts: [TicketTypeNumber: Int] = [:]
    private(set) var name = ""
    private(set) var email = ""
    private(set) var phone = ""
    /// Whether the visitor has confirmed that this order is intended, although the visitor sent the same form a few
    /// minutes ago.
    private(set) var isRepeatConfirmed = false
    /// Error messages, by the name of the field; the name `form` means the whole form.
    var faults: [String: String] = [:]

    init(request: String) { self.request = request }

    /// Reads the values that a visitor sent.
    ///
    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ form: FormFields) throws {
        let sentID = try form.value("request") ?? ""
        request = sentID.wholeMatch(of: /[0-9a-f]{32}/) == nil ? VisitorCookie.randomHexadecimal(bytes: 16) : sentID
        name = try form.value("name") ?? ""
        email = try form.value("email") ?? ""
        phone = try form.value("phone") ?? ""
        isRepeatConfirmed = try form.value(DuplicateSubmission.field) == FormField.checkedValue
        for (field, value) in form.values {
            guard field.hasPrefix("count_"),
                let number = UInt16(field.dropFirst("count_".count)).flatMap(TicketTypeNumber.init)
            else { continue }
            guard counts[number] == nil else { throw Problem(.badRequest, "A field was sent twice.") }
            counts[number] = Int(value) ?? -1
        }
    }

    var draft: OrderDraft {
        OrderDraft(
            lines: counts.filter { $0.value != 0 }.map { OrderDraft.Line(type: $0.key, count: $0.value) }
                .sorted { $0.type < $1.type },
            name: name, email: email.isEmpty ? nil : email, phone: phone.isEmpty ? nil : phone)
    }

    mutating func addFaults(_ error: StorefrontError) {
        guard case .invalid(let wrong) = error else {
            faults["form"] = "\(error.description.prefix(1).uppercased())\(error.description.dropFirst())."
            return
        }
        for fault in wrong { faults[fault.field] = fault.allowed }
    }

    mutating func addFaults(_ error: SalesError) {
        switch error {
        case .orderFaults(let wrong):
            for fault in wrong {
                let text = fault.fieldFault.allowed
                switch fault {
                case .buyer: faults["name"] = text
                case .email: faults["email"] = "Write an e-mail address such as grace@example.org."
                case .phone: faults["phone"] = "Write the phone number with its country code, such as +256700123456."
                case .noLines: faults["counts"] = "Choose at least one ticket."
                default: faults["counts"] = [faults["counts"], text].compactMap(\.self).joined(separator: "; ")
                }
            }
        case .requestReused:
            // The browser's Back button led to a form that has already created an order. With a new request id, the
            // form can create another order.
            request = VisitorCookie.randomHexadecimal(bytes: 16)
            faults["form"] = "Your earlier reservation is unchanged. Send the form again to reserve these tickets, too."
        default: faults["form"] = error.description
        }
    }

    /// The error summary at the top of the page.
    ///
    /// - Parameter firstCount: the id of the first field for a number of tickets.
    func errors(firstCount: String?) -> TemplateContext.Value {
        var summary = ErrorSummary()
        summary.add(DuplicateSubmission.field, faults[DuplicateSubmission.field])
        summary.add(firstCount ?? "reserve", faults["counts"].map { "Tickets: \($0)" })
        for (field, label) in [("name", "Your name"), ("email", "E-mail address"), ("phone", "Phone")] {
            summary.add(field, faults[field].map { "\(label): \($0)" })
        }
        return summary.templateValue("Nothing was reserved. \(faults["form"] ?? "")")
    }

    var context: [String: TemplateContext.Value] {
        var context: [String: TemplateContext.Value] = [
            "request": .text(request), "name": .text(name), "email": .text(email), "phone": .text(phone),
        ]
        for (field, fault) in faults { context["\(field)_fault"] = .text(fault) }
        return context
    }
}
