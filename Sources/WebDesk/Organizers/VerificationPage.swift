import Languages
import Management
import Ticketing
import WebHost

/// The page with the five verification steps. An organizer can publish events after completing all five steps. If the
/// owner of the server created the organizer, no steps are needed. Each step has one to three forms.
struct VerificationPage: Sendable {
    let desk: Desk

    /// A form for one verification step. The raw value is the last part of the form’s path.
    enum StepForm: String, CaseIterable {
        /// The form that creates a code for confirming an e-mail address.
        case profile
        case code, identity, contact
        /// The form that sends a code to the phone number of the public contact.
        case phone
        case phoneCode = "phone-code"
        case payout, terms

        fileprivate var step: VerificationStep {
            switch self {
            case .profile, .code: .profile
            case .identity: .identity
            case .contact, .phone, .phoneCode: .contact
            case .payout: .payout
            case .terms: .terms
            }
        }

        /// - Parameter isMailed: whether the server sends codes by e-mail.
        fileprivate func fields(isMailed: Bool) -> [FormField] {
            switch self {
            case .profile:
                [FormField("email", Sentence(DeskSentence.emailAddress), .email, requirement: .required)]
            case .code:
                [
                    FormField(
                        "code", Sentence(DeskSentence.code), .number,
                        hint: isMailed
                            ? Sentence(AccountSentence.codeByMailHint) : Sentence(DeskOrganizerSentence.codeHint),
                        requirement: .required)
                ]
            case .phone: []
            case .phoneCode:
                [
                    FormField(
                        "code", Sentence(DeskSentence.code), .number, hint: Sentence(AccountSentence.codeByMailHint),
                        requirement: .required, id: "phone-code")
                ]
            case .identity:
                [
                    FormField(
                        "document", Sentence(DeskOrganizerSentence.document), .choice(VerificationPage.documents)),
                    FormField(
                        "number", Sentence(DeskOrganizerSentence.documentNumber), .secret,
                        hint: Sentence(DeskOrganizerSentence.documentHint), requirement: .required),
                ]
            case .contact:
                [
                    FormField("email", Sentence(DeskSentence.emailAddress), .email, id: "contact-email"),
                    FormField(
                        "phone", Sentence(PublicSentence.phone), .phone, hint: Sentence(FieldSentence.phoneHint),
                        id: "contact-phone"),
                    FormField(
                        "website", Sentence(DeskOrganizerSentence.website),
                        hint: Sentence(DeskOrganizerSentence.websiteHint)),
                ]
            case .payout:
                [
                    FormField(
                        "way", Sentence(DeskOrganizerSentence.payoutMethod), .choice(VerificationPage.payoutMethods)),
                    FormField(
                        "phone", Sentence(DeskOrganizerSentence.mobileMoneyNumber), .phone,
                        hint: Sentence(FieldSentence.phoneHint), id: "payout-phone"),
                    FormField("bank", Sentence(DeskOrganizerSentence.bank)),
                    FormField("account", Sentence(DeskOrganizerSentence.account)),
                ]
            case .terms:
                [
                    FormField(
                        "accept",
                        Sentence(DeskOrganizerSentence.acceptance, ["version": .text(Terms.version)]), .checkbox)
                ]
            }
        }
    }

    private static let documents: [FormField.Choice] = IdentityDocument.allCases.map { .init($0.rawValue, $0.label) }

    private static let payoutMethods: [FormField.Choice] =
        Payout.Network.allCases.map { network in
            FormField.Choice(
                network.rawValue,
                Sentence(DeskOrganizerSentence.mobileMoney, ["network": .text(network.rawValue.uppercased())]))
        } + [FormField.Choice("bank", Sentence(DeskOrganizerSentence.bankTransfer))]

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (name, context) = try await request.withServices { services in
            let organizer = try services.organizer(of: request, for: .verifyOrganizer)
            return (organizer.name, try self.context(organizer, services))
        }
        return try desk.page(request, "desk-verification", title: .verbatim(name), context)
    }

    func submit(_ request: PageRequest, _ stepForm: StepForm) async throws -> RouteResponse {
        try await desk.performOnce(request) {
            let form = try await request.form()
            let fields = stepForm.fields(isMailed: desk.server.sendsEmail)
            let typed = try Dictionary(uniqueKeysWithValues: fields.map { ($0.name, try form.typed($0.name) ?? "") })
            return try await desk.submit(request, "desk-verification") { services in
                let organizer = try services.organizer(of: request, for: .verifyOrganizer)
                do {
                    _ = try services.organizers.verify(organizer, try parseClaim(stepForm, typed))
                } catch ManagementError.tooManyCodes(let until) {
                    let next = until.zonedText(in: try services.events.timeZone(of: organizer))
                    throw stepForm == .phone
                        ? FieldFault(
                            [FieldFault].wholeForm, AccountSentence.noMorePhoneCodes, ["time": .text(next)])
                        : FieldFault("email", DeskOrganizerSentence.noMoreCodes, ["time": .text(next)])
                } catch let error as MessageLimitError {
                    let next = error.until.zonedText(in: try services.events.timeZone(of: organizer))
                    throw FieldFault(stepForm == .phone ? [FieldFault].wholeForm : "email", error.sentence(at: next))
                } catch ManagementError.invalid(let faults) where stepForm == .phone {
                    // The form has no field next to which a fault could be shown.
                    throw FieldFault([FieldFault].wholeForm, Sentence.list(faults.map(\.allowed)))
                }
                return FlashMessage.path("\(organizer.deskPath)/verify", stepForm.flash)
            } redisplay: { services, refused in
                let organizer = try services.organizer(of: request, for: .verifyOrganizer)
                return (
                    .verbatim(organizer.name), try self.context(organizer, services, stepForm, typed, refused.faults)
                )
            }
        }
    }

    private func parseClaim(_ stepForm: StepForm, _ typed: [String: String]) throws -> VerificationStepInput {
        func some(_ name: String) -> String? { typed[name].flatMap { $0.isEmpty ? nil : $0 } }
        func email() throws -> EmailAddress? {
            try some("email").map { text in
                guard let email = EmailAddress(rawValue: text) else {
                    throw FieldFault("email", FieldSentence.emailForm)
                }
                return email
            }
        }
        func phone() throws -> PhoneNumber? {
            try some("phone").map { text in
                guard let phone = PhoneNumber(rawValue: text) else {
                    throw FieldFault("phone", FieldSentence.phoneForm)
                }
                return phone
            }
        }
        switch stepForm {
        case .profile:
            guard let email = try email() else { throw FieldFault("email", DeskOrganizerSentence.emailMissing) }
            return .email(email)
        case .code: return .emailCode((some("code") ?? "").filter { !$0.isWhitespace })
        case .identity:
            guard let document = IdentityDocument(rawValue: typed["document"] ?? "") else {
                throw FieldFault("document", DeskSaleSentence.chooseOption)
            }
            guard let key = desk.server.identityKey else {
                throw FieldFault([FieldFault].wholeForm, DeskOrganizerSentence.documentsNotChecked)
            }
            return .identity(document, number: typed["number"] ?? "", try key())
        case .contact:
            return .contact(PublicContact(email: try email(), phone: try phone(), website: some("website")))
        case .phone: return .phone
        case .phoneCode: return .phoneCode((some("code") ?? "").filter { !$0.isWhitespace })
        case .payout:
            if typed["way"] == "bank" {
                return .payout(.bank(name: some("bank"), account: (some("account") ?? "").filter { $0 != " " }))
            }
            guard let network = Payout.Network(rawValue: typed["way"] ?? "") else {
                throw FieldFault("way", DeskSaleSentence.chooseOption)
            }
            guard let phone = try phone() else {
                throw FieldFault("phone", DeskOrganizerSentence.accountNumberMissing)
            }
            return .payout(.mobileMoney(network, phone))
        case .terms:
            guard some("accept") != nil else { throw FieldFault("accept", DeskOrganizerSentence.notAccepted) }
            return .terms(version: Terms.version)
        }
    }

    private func context(
        _ organizer: Organizer, _ services: ManagementServices, _ stepForm: StepForm? = nil,
        _ typed: [String: String] = [:], _ faults: [FieldFault] = []
    ) throws -> [String: TemplateContext.Value] {
        let zone = try services.events.timeZone(of: organizer)
        var context = try services.organizerContext(organizer)
        context["verify_path"] = .text("\(organizer.deskPath)/verify")
        guard case .steps(let checked) = organizer.verification else {
            context["vouched"] = .section(TemplateContext([:]))
            return context
        }
        if organizer.isVerified { context["verified"] = .section(TemplateContext([:])) }
        let (review, contact) = (
            try services.organizers.identityReview(of: organizer), try services.organizers.publicContact(of: organizer)
        )
        let isMailed = desk.server.sendsEmail
        let isPhoneOpen = contact?.contact.phone != nil && contact?.phoneConfirmed == nil && desk.server.sendsSMS
        context["steps"] = .list(
            VerificationStep.allCases.map { step in
                let forms = StepForm.allCases.filter {
                    $0.step == step && (isPhoneOpen || ![.phone, .phoneCode].contains($0))
                }
                var context: [String: TemplateContext.Value] = [
                    "step_title": .sentence(step.title),
                    "step_about": .sentence(step.explanation(isMailed: isMailed)),
                    "step_forms": .list(
                        forms.map { formContext($0, of: organizer, $0 == stepForm ? typed : nil, faults, isMailed) }),
                ]
                if step == .identity, desk.server.identityKey == nil {
                    context["step_forms"] = .list([])
                    context["step_elsewhere"] = .section(TemplateContext([:]))
                }
                if step == .identity, let note = review?.note { context["step_note"] = .sentence(note) }
                if step == .contact, let phone = contact?.contact.phone {
                    context["step_note"] = VerificationPage.note(
                        on: phone, isConfirmed: contact?.phoneConfirmed != nil, isOpen: isPhoneOpen)
                }
                if let since = checked[step] {
                    context["step_since"] = .text(since.zonedText(in: zone))
                } else {
                    let isSubmitted = step == .identity && review?.state == .submitted
                    context[isSubmitted ? "step_submitted" : "step_missing"] = .section(TemplateContext([:]))
                }
                if stepForm?.step == step || checked[step] == nil || step == .contact && isPhoneOpen {
                    context["step_open"] = .section(TemplateContext([:]))
                }
                return TemplateContext(context)
            })
        return context
    }

    /// - Parameters:
    ///   - typed: the values that the user typed; nil if the form was not sent.
    ///   - isMailed: whether the server sends codes by e-mail.
    private func formContext(
        _ form: StepForm, of organizer: Organizer, _ typed: [String: String]?, _ faults: [FieldFault], _ isMailed: Bool
    ) -> TemplateContext {
        let fields = form.fields(isMailed: isMailed).map { field in
            // The fault “contact” says that no contact was given. The form shows this fault next to the field for the
            // e-mail address.
            let fault = faults.text(of: field.name) ?? (field.name == "email" ? faults.text(of: "contact") : nil)
            return field.context(typed?[field.name] ?? "", fault: typed == nil ? nil : fault)
        }
        return TemplateContext([
            "form_path": .text("\(organizer.deskPath)/verify/\(form.rawValue)"), "form_fields": .list(fields),
            "form_button": .sentence(form.button(isMailed: isMailed)),
        ])
    }

    /// A sentence about the confirmation of the public contact's phone number; nil if there is nothing to say.
    private static func note(on phone: PhoneNumber, isConfirmed: Bool, isOpen: Bool) -> TemplateContext.Value? {
        guard isConfirmed || isOpen else { return nil }
        let key = isConfirmed ? AccountSentence.phoneConfirmed : AccountSentence.phoneAbout
        return TemplateContext.Value.sentence(key, ["phone": .text(phone.rawValue)])
    }
}

extension IdentityReview {
    /// A note for the organizer about the review; nil if no note is needed.
    fileprivate var note: Sentence? {
        switch state {
        case .submitted: Sentence(AccountSentence.identitySubmitted)
        case .returned: Sentence(AccountSentence.identityReturned, ["review_reason": .text(reason ?? "")])
        case .accepted: nil
        }
    }
}

extension VerificationPage.StepForm {
    /// - Parameter isMailed: whether the server sends codes by e-mail.
    fileprivate func button(isMailed: Bool) -> Sentence {
        switch self {
        case .profile: isMailed ? Sentence(AccountSentence.sendCode) : Sentence(DeskOrganizerSentence.createCode)
        case .phone: Sentence(AccountSentence.sendCode)
        case .code: Sentence(DeskOrganizerSentence.confirmCode)
        case .phoneCode: Sentence(AccountSentence.confirmPhone)
        case .identity: Sentence(DeskOrganizerSentence.checkDocument)
        case .contact, .payout: Sentence(DeskSentence.save)
        case .terms: Sentence(DeskOrganizerSentence.acceptTerms)
        }
    }

    /// The flash message that the page shows when the form was accepted.
    fileprivate var flash: FlashMessage.Kind {
        switch self {
        case .profile: .sent
        case .phone: .texted
        case .code, .identity, .contact, .phoneCode, .payout, .terms: .verified
        }
    }
}

extension VerificationStep {
    fileprivate var title: DeskOrganizerSentence {
        switch self {
        case .profile: .profile
        case .identity: .identity
        case .contact: .contact
        case .payout: .payout
        case .terms: .terms
        }
    }

    /// - Parameter isMailed: whether the server sends codes by e-mail.
    fileprivate func explanation(isMailed: Bool) -> Sentence {
        switch self {
        case .profile:
            isMailed ? Sentence(AccountSentence.profileByMail) : Sentence(DeskOrganizerSentence.profileAbout)
        case .identity: Sentence(DeskOrganizerSentence.identityAbout)
        case .contact: Sentence(DeskOrganizerSentence.contactAbout)
        case .payout: Sentence(DeskOrganizerSentence.payoutAbout)
        case .terms: Sentence(DeskOrganizerSentence.termsAbout)
        }
    }
}
