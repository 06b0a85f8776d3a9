import Management
import Ticketing

/// What somebody typed who reserves, and what is wrong with it.
struct ReserveForm {
    /// Made with the page: a form that is sent twice is one request.
    private(set) var request: String
    private(set) var counts: [TicketTypeNumber: Int] = [:]
    private(set) var name = ""
    private(set) var email = ""
    private(set) var phone = ""
    /// Whether another order like the last one is wanted.
    private(set) var isMeantAgain = false
    /// By field.
    var faults: [String: String] = [:]

    init(request: String) { self.request = request }

    /// - Throws: `Problem` 400.
    init(_ form: FormFields) throws {
        let given = try form.one("request") ?? ""
        request = given.wholeMatch(of: /[0-9a-f]{32}/) == nil ? Visitor.random(bytes: 16) : given
        name = try form.one("name") ?? ""
        email = try form.one("email") ?? ""
        phone = try form.one("phone") ?? ""
        isMeantAgain = try form.one(SameAgain.field) == FormField.ticked
        for (field, value) in form.all {
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

    mutating func refuse(_ error: FoyerError) {
        guard case .invalid(let wrong) = error else {
            faults["form"] = "\(error.description.prefix(1).uppercased())\(error.description.dropFirst())."
            return
        }
        for fault in wrong { faults[fault.field] = fault.allowed }
    }

    mutating func refuse(_ error: SalesError) {
        switch error {
        case .orderFaults(let wrong):
            for fault in wrong {
                let text = fault.description.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
                switch fault {
                case .buyer: faults["name"] = text
                case .email: faults["email"] = "Write an e-mail address, such as grace@example.org."
                case .phone: faults["phone"] = "Write the telephone number with its country, such as +256700123456."
                case .noLines: faults["counts"] = "Choose at least one ticket."
                default: faults["counts"] = [faults["counts"], text].compactMap(\.self).joined(separator: "; ")
                }
            }
        case .requestReused:
            // The way back led here: what it made stands, and this is another.
            request = Visitor.random(bytes: 16)
            faults["form"] = "What you reserved before stands. Send this once more if you want it besides."
        default: faults["form"] = error.description
        }
    }

    /// What the top of the page says of the faults.
    ///
    /// - Parameter firstCount: the id of the first field for a number of tickets.
    func errors(firstCount: String?) -> Facts.Fact {
        var summary = ErrorSummary()
        summary.add(SameAgain.field, faults[SameAgain.field])
        summary.add(firstCount ?? "reserve", faults["counts"].map { "Tickets: \($0)" })
        for (field, label) in [("name", "Your name"), ("email", "E-mail address"), ("phone", "Telephone")] {
            summary.add(field, faults[field].map { "\(label): \($0)" })
        }
        return summary.fact("Nothing is reserved. \(faults["form"] ?? "")")
    }

    var facts: [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = [
            "request": .text(request), "name": .text(name), "email": .text(email), "phone": .text(phone),
        ]
        for (field, fault) in faults { facts["\(field)_fault"] = .text(fault) }
        return facts
    }
}
