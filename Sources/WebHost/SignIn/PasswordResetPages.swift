import HTTPTypes
import Languages
import Management
import Ticketing

/// The pages on which users who have forgotten their passwords request a link, and set a new password.
///
/// The secret of the link is in the fragment of its URL, the part after `#`, which browsers do not send to the server.
/// `scripts/account-link.js` copies the secret into the form of the page.
struct PasswordResetPages: Sendable {
    let server: ServerContext
    /// Limits how often the visitors of one network can request links.
    let requestLimit = RateLimit(burst: 10, perSecond: 1.0 / 120)
    /// Limits how often the visitors of one network can open links and set passwords, because hashing a password is
    /// slow.
    let linkLimit = RateLimit(burst: 40, perSecond: 1.0 / 30)

    // MARK: - Requesting a link

    func forgotPage(_ request: PageRequest) throws -> RouteResponse {
        try response(to: request, server.sendsEmailLinks ? ["form": .section(TemplateContext([:]))] : [:])
    }

    /// Queues a message with a link. The response does not depend on whether the account exists.
    func requestLink(_ request: PageRequest) async throws -> RouteResponse {
        let text = try await request.form().typed("email") ?? ""
        try requestLimit.consume("\(request.caller().address)", at: server.now()).requireGranted()
        guard server.sendsEmailLinks else { return try response(to: request) }
        guard let email = EmailAddress(rawValue: text) else {
            let fault = Sentence(DeskSentence.emailFault)
            var summary = ErrorSummary()
            summary.add("email", fault)
            return try response(
                to: request,
                [
                    "form": .section(TemplateContext(["email_fault": .sentence(fault)])),
                    "errors": summary.templateValue(Sentence(AccountSentence.nothingSent)),
                ], status: .unprocessableContent)
        }
        let now = server.now
        try await server.storeThreads.run { store in
            try Authenticator(to: store, clock: now).requestPasswordReset(for: email)
        }
        return try response(
            to: request,
            [
                "asked": .section(
                    TemplateContext(["minutes": .text("\(Authenticator.passwordResetSeconds / 60)")]))
            ])
    }

    private func response(
        to request: PageRequest, _ context: [String: TemplateContext.Value] = [:], status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        var context = context
        if !server.sendsEmailLinks { context["without_mail"] = .section(TemplateContext([:])) }
        return try request.page(
            "forgot", title: Sentence(AccountSentence.forgotTitle), side: .organizer, status: status, context)
    }

    // MARK: - Setting the new password

    func linkPage(_ request: PageRequest) throws -> RouteResponse {
        try request.page(
            "account-link", title: Sentence(AccountSentence.newPassword), side: .organizer,
            PasswordResetPages.linkContext)
    }

    private static let linkContext: [String: TemplateContext.Value] = [
        "action": .text("/reset"), "about": .sentence(AccountSentence.resetLinkAbout),
        "again": .section(TemplateContext([:])),
    ]

    func open(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        guard let (link, user) = try await account(request, form) else { return try refused(request) }
        return try passwordPage(request, link, user)
    }

    func setPassword(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        guard let (link, user) = try await account(request, form) else { return try refused(request) }
        let password: NewPassword
        do {
            password = try NewPasswordFields.password(in: form)
        } catch let fault as NewPasswordFields.Fault {
            return try passwordPage(request, link, user, fault: fault)
        }
        let now = server.now
        let changed = try await server.passwordThreads.run { store in
            try Authenticator(to: store, clock: now).resetPassword(by: link, to: password)
        }
        log(request, outcome: changed == nil ? "refused" : "set")
        guard let changed else { return try refused(request) }
        server.onSignOut(.all(of: changed.id))
        return .seeOther("/sign-in?done=\(SignInPages.passwordSet)")
    }

    /// The secret of the link in a form, and the user who can set a new password with this link; nil if the link is
    /// invalid.
    private func account(
        _ request: PageRequest, _ form: FormFields
    ) async throws -> (link: AccessSecret, user: User)? {
        try linkLimit.consume("\(request.caller().address)", at: server.now()).requireGranted()
        guard let link = try form.linkSecret() else { return nil }
        let now = server.now
        let user = try await server.storeThreads.run { store in
            try Authenticator(to: store, clock: now).user(ofPasswordReset: link)
        }
        guard let user else { return nil }
        return (link, user)
    }

    private func passwordPage(
        _ request: PageRequest, _ link: AccessSecret, _ user: User, fault: NewPasswordFields.Fault? = nil
    ) throws -> RouteResponse {
        var context = NewPasswordFields.context
        context["link"] = .text(link.encoded)
        if let email = user.email { context["email"] = .text("\(email)") }
        if let fault {
            var summary = ErrorSummary()
            summary.add(fault.field, fault.text)
            context["errors"] = summary.templateValue(Sentence(DeskSentence.passwordUnchanged))
            context.merge(fault.context) { $1 }
        }
        return try request.page(
            "reset", title: Sentence(AccountSentence.newPassword), side: .organizer,
            status: fault == nil ? .ok : .unprocessableContent, context)
    }

    private func refused(_ request: PageRequest) throws -> RouteResponse {
        // The page shows no list of errors, because a click on a link in such a list would change the fragment of the
        // URL. The page's script reads the secret from this fragment.
        let errors = ErrorSummary().templateValue(Sentence(AccountSentence.resetRefused))
        return try request.page(
            "account-link", title: Sentence(AccountSentence.newPassword), side: .organizer, status: .unauthorized,
            PasswordResetPages.linkContext.merging(["errors": errors]) { $1 })
    }

    /// Logs the client’s address and the outcome, but not the account.
    private func log(_ request: PageRequest, outcome: String) {
        server.log(
            LogRecord(
                level: outcome == "set" ? .info : .warning, event: "password_reset",
                fields: [("id", .text(request.id)), ("outcome", .text(outcome)), ("peer", .text(request.peer ?? ""))]))
    }
}
