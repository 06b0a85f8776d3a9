import Management
import Ticketing

/// The five steps before an organizer may publish, each in a form of its own.
struct VerifyPages: Sendable {
    let desk: Desk

    /// What a form asks for, by the last part of its address.
    enum Deed: String, CaseIterable {
        /// Makes a code.
        case profile
        case code, identity, contact, payout, terms

        /// Also of the step that it belongs to.
        fileprivate var step: VerificationStep { VerificationStep(rawValue: rawValue) ?? .profile }

        fileprivate var fields: [FormField] {
            switch self {
            case .profile: [FormField("email", "An e-mail address", .email, need: .needed)]
            case .code:
                [
                    FormField(
                        "code", "Code", .number,
                        hint: "The owner of this server finds it with eventpass notice list --all.",
                        need: .needed)
                ]
            case .identity:
                [
                    FormField("document", "Which document", .choice(VerifyPages.documents)),
                    FormField(
                        "number", "Its number", .secret,
                        hint: "Kept are a hash of it, and its last three characters.", need: .needed),
                ]
            case .contact:
                [
                    FormField("email", "E-mail address", .email, id: "contact-email"),
                    FormField(
                        "phone", "Telephone", .phone, hint: "With the country: +256700123456.", id: "contact-phone"),
                    FormField("website", "Website", hint: "It begins with https://."),
                ]
            case .payout:
                [
                    FormField("way", "How", .choice(VerifyPages.ways)),
                    FormField(
                        "phone", "Number of the mobile money", .phone, hint: "With the country: +256700123456.",
                        id: "payout-phone"),
                    FormField("bank", "Name of the bank"),
                    FormField("account", "IBAN, or number of the account"),
                ]
            case .terms: [FormField("accept", "I accept the terms, version \(Terms.version)", .tick)]
            }
        }
    }

    private static let documents: [FormField.Choice] = [
        .init("national-id", "national identity card"), .init("passport", "passport"),
        .init("driving-licence", "driving licence"), .init("company-registration", "registration of a company"),
    ]

    private static let ways: [FormField.Choice] =
        Payout.Network.allCases.map { .init($0.rawValue, "mobile money, \($0.rawValue.uppercased())") } + [
            .init("bank", "bank")
        ]

    func page(_ visit: Visit) async throws -> Answer {
        let (name, facts) = try await visit.office { office in
            let organizer = try office.organizer(of: visit, for: .verifyOrganizer)
            return (organizer.name, self.facts(organizer))
        }
        return try desk.page(visit, "desk-verify", title: name, facts)
    }

    func take(_ visit: Visit, _ deed: Deed) async throws -> Answer {
        try await desk.once(visit) {
            let form = try await visit.form()
            let typed = try Dictionary(
                uniqueKeysWithValues: deed.fields.map { ($0.name, try form.typed($0.name) ?? "") })
            return try await desk.act(visit, "desk-verify") { office in
                let organizer = try office.organizer(of: visit, for: .verifyOrganizer)
                _ = try office.verify(organizer, try claim(deed, typed))
                let path = "\(organizer.deskPath)/verify"
                return DeskNote.path(path, deed == .profile ? .sent : .verified)
            } again: { office, refused in
                let organizer = try office.organizer(of: visit, for: .verifyOrganizer)
                return (organizer.name, self.facts(organizer, deed, typed, refused.faults))
            }
        }
    }

    private func claim(_ deed: Deed, _ typed: [String: String]) throws -> VerificationClaim {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        func email() throws -> EmailAddress? {
            try some("email").map { text in
                guard let email = EmailAddress(rawValue: text) else {
                    throw FieldFault("email", "an e-mail address, such as grace@example.org")
                }
                return email
            }
        }
        func phone() throws -> PhoneNumber? {
            try some("phone").map { text in
                guard let phone = PhoneNumber(rawValue: text) else {
                    throw FieldFault("phone", "a number with its country, such as +256700123456")
                }
                return phone
            }
        }
        switch deed {
        case .profile:
            guard let email = try email() else { throw FieldFault("email", "an e-mail address") }
            return .email(email)
        case .code: return .emailCode((some("code") ?? "").filter { !$0.isWhitespace })
        case .identity:
            guard let document = IdentityDocument(rawValue: typed["document"] ?? "") else {
                throw FieldFault("document", "one of those offered")
            }
            guard let key = desk.house.identityKey else {
                throw FieldFault([FieldFault].whole, "This server checks no documents.")
            }
            return .identity(document, number: typed["number"] ?? "", try key())
        case .contact:
            return .contact(PublicContact(email: try email(), phone: try phone(), website: some("website")))
        case .payout:
            if typed["way"] == "bank" {
                return .payout(.bank(name: some("bank"), account: (some("account") ?? "").filter { $0 != " " }))
            }
            guard let network = Payout.Network(rawValue: typed["way"] ?? "") else {
                throw FieldFault("way", "one of those offered")
            }
            guard let phone = try phone() else { throw FieldFault("phone", "the number of the account") }
            return .payout(.mobileMoney(network, phone))
        case .terms:
            guard some("accept") != nil else { throw FieldFault("accept", "tick it to say that you do") }
            return .terms(version: Terms.version)
        }
    }

    private func facts(
        _ organizer: Organizer, _ deed: Deed? = nil, _ typed: [String: String] = [:], _ faults: [FieldFault] = []
    ) -> [String: Facts.Fact] {
        var facts: [String: Facts.Fact] = [
            "organizer_name": .text(organizer.name), "organizer_path": .text(organizer.deskPath),
            "verify_path": .text("\(organizer.deskPath)/verify"),
        ]
        guard case .steps(let checked) = organizer.verification else {
            facts["vouched"] = .one(Facts([:]))
            return facts
        }
        if organizer.isVerified { facts["verified"] = .one(Facts([:])) }
        facts["steps"] = .list(
            VerificationStep.allCases.map { step in
                let forms = Deed.allCases.filter { $0.step == step }.map { form in
                    let fields = form.fields.map { field in
                        let isOwn = form == deed
                        // A way to be reached is missing, whichever.
                        let fault =
                            faults.text(of: field.name) ?? (field.name == "email" ? faults.text(of: "contact") : nil)
                        return field.facts(isOwn ? typed[field.name] ?? "" : "", fault: isOwn ? fault : nil)
                    }
                    return Facts([
                        "form_path": .text("\(organizer.deskPath)/verify/\(form.rawValue)"),
                        "form_fields": .list(fields), "form_button": .text(form.button),
                    ])
                }
                var facts: [String: Facts.Fact] = [
                    "step_title": .text(step.title), "step_about": .text(step.about), "step_forms": .list(forms),
                ]
                if step == .identity, desk.house.identityKey == nil {
                    facts["step_forms"] = .list([])
                    facts["step_elsewhere"] = .one(Facts([:]))
                }
                if let since = checked[step] {
                    facts["step_since"] = .text(since.minuteText)
                } else {
                    facts["step_missing"] = .one(Facts([:]))
                }
                if deed?.step == step || checked[step] == nil { facts["step_open"] = .one(Facts([:])) }
                return Facts(facts)
            })
        return facts
    }
}

extension VerifyPages.Deed {
    fileprivate var button: String {
        switch self {
        case .profile: "Make a code"
        case .code: "Confirm it"
        case .identity: "Check it"
        case .contact, .payout: "Keep it"
        case .terms: "Accept them"
        }
    }
}

extension VerificationStep {
    fileprivate var title: String {
        switch self {
        case .profile: "Address"
        case .identity: "Identity"
        case .contact: "Contact"
        case .payout: "Payout"
        case .terms: "Terms"
        }
    }

    fileprivate var about: String {
        switch self {
        case .profile: "An e-mail address, confirmed by a code in the list of messages."
        case .identity: "A document that says who holds the events."
        case .contact: "How the public reaches you: one way or more."
        case .payout: "Where the money goes. Its form is checked, and nothing else."
        case .terms: "The terms of use."
        }
    }
}
