import HTTPTypes
import Languages
import Management
import Ticketing

/// The page on which a person accepts an invitation to a team. A person who has an account must be signed in. A person
/// without an account creates one.
///
/// The secret of the link is in the fragment of its URL, the part after `#`, which browsers do not send to the server.
/// `scripts/account-link.js` copies the secret into the form of the page.
struct JoinTeamPage: Sendable {
    let server: ServerContext
    /// Limits how often the visitors of one network can open links and create accounts.
    let limit = RateLimit(burst: 40, perSecond: 1.0 / 30)

    /// A valid invitation, and the signed-in user; `user` is nil if nobody is signed in.
    private struct OpenedLink: Sendable {
        let link: AccessSecret
        let opened: OpenedTeamInvitation
        let user: User?

        var email: EmailAddress { opened.invitation.email }
        var isInvited: Bool { user?.email == email }
    }

    func linkPage(_ request: PageRequest) throws -> RouteResponse {
        try request.page(
            "account-link", title: Sentence(AccountSentence.joinTitle), side: .organizer, JoinTeamPage.linkContext)
    }

    private static let linkContext: [String: TemplateContext.Value] = [
        "action": .text("/join"), "about": .sentence(AccountSentence.joinLinkAbout),
    ]

    func open(_ request: PageRequest) async throws -> RouteResponse {
        guard let visit = try await visit(request, try await request.form()) else { return try refused(request) }
        return try page(request, visit)
    }

    func accept(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        guard let visit = try await visit(request, form) else { return try refused(request) }
        do {
            if visit.isInvited { return try await join(request, form, visit.link) }
            guard visit.user == nil, visit.opened.account == nil else {
                return try page(request, visit, status: .conflict)
            }
            return try await createAccount(request, form, visit)
        } catch TeamInvitationError.invalid {
            return try refused(request)
        } catch is TeamInvitationError {
            // Another request has created the account in the meantime.
            return .seeOther("/join#\(visit.link.encoded)")
        }
    }

    private func join(_ request: PageRequest, _ form: FormFields, _ link: AccessSecret) async throws -> RouteResponse {
        guard let credentials = request.credentials,
            try CSRFToken(credentials.secret).matches(form.value(CSRFToken.field))
        else { throw Problem(.forbidden, .foreignForm) }
        let organizer = try await request.withServices { try $0.members.join(by: link) }
        return .seeOther("/desk/organizers/\(organizer.slug)")
    }

    private func createAccount(
        _ request: PageRequest, _ form: FormFields, _ visit: OpenedLink
    ) async throws -> RouteResponse {
        let name = try form.typed("name") ?? ""
        let password: NewPassword
        do {
            password = try NewPasswordFields.password(in: form)
        } catch let fault as NewPasswordFields.Fault {
            return try page(request, visit, name: name, fault: fault, status: .unprocessableContent)
        }
        let (now, caller) = (server.now, try request.caller())
        do {
            let (organizer, session) = try await server.passwordThreads.run { store in
                try Authenticator(to: store, clock: now).join(
                    by: visit.link, named: name, password, from: caller)
            }
            return RouteResponse.seeOther("/desk/organizers/\(organizer.slug)").startingSession(session, caller)
        } catch ManagementError.invalid(let faults) {
            let text = faults.first.map { fault in
                Sentence(
                    PublicSentence.fieldFault,
                    ["field": .sentence(AccountSentence.yourName), "fault": .sentence(fault.allowed)])
            }
            let fault = NewPasswordFields.Fault(field: "name", text: text ?? Sentence(AccountSentence.notJoined))
            return try page(request, visit, name: name, fault: fault, status: .unprocessableContent)
        }
    }

    /// Finds the invitation of the link in a form. Returns nil if the link is invalid.
    private func visit(_ request: PageRequest, _ form: FormFields) async throws -> OpenedLink? {
        try limit.consume("\(request.caller().address)", at: server.now()).requireGranted()
        guard let link = try form.linkSecret() else { return nil }
        let (now, session) = (server.now, request.credentials?.secret)
        return try await server.storeThreads.run { store -> OpenedLink? in
            let authenticator = Authenticator(to: store, clock: now)
            guard let opened = try authenticator.teamInvitation(link) else { return nil }
            let user = try session.flatMap { try authenticator.services(of: $0)?.user }
            return OpenedLink(link: link, opened: opened, user: user)
        }
    }

    private func page(
        _ request: PageRequest, _ visit: OpenedLink, name: String = "", fault: NewPasswordFields.Fault? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        var context: [String: TemplateContext.Value] = [
            "link": .text(visit.link.encoded), "email": .text("\(visit.email)"),
            "inviter": .text(visit.opened.inviter.name), "organizer_name": .text(visit.opened.organizer.name),
            "role": .sentence(visit.opened.invitation.role.label),
        ]
        if let user = visit.user { context["user"] = .text(user.name) }
        let state =
            visit.isInvited
            ? "accept" : visit.user != nil ? "other_account" : visit.opened.account != nil ? "sign_in" : "new_account"
        var fields = state == "new_account" ? NewPasswordFields.context : [:]
        if state == "new_account" { fields["name"] = .text(name) }
        if let fault {
            var summary = ErrorSummary()
            summary.add(fault.field, fault.text)
            context["errors"] = summary.templateValue(Sentence(AccountSentence.notJoined))
            fields.merge(fault.context) { $1 }
        }
        context[state] = .section(TemplateContext(fields))
        return try request.page(
            "join", title: Sentence(AccountSentence.joinTitle), side: .organizer, status: status, context)
    }

    private func refused(_ request: PageRequest) throws -> RouteResponse {
        // The page shows no list of errors, because a click on a link in such a list would change the fragment of the
        // URL. The page's script reads the secret from this fragment.
        let errors = ErrorSummary().templateValue(Sentence(AccountSentence.joinRefused))
        return try request.page(
            "account-link", title: Sentence(AccountSentence.joinTitle), side: .organizer, status: .unauthorized,
            JoinTeamPage.linkContext.merging(["errors": errors]) { $1 })
    }
}
