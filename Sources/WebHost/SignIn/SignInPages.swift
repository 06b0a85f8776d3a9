import Cryptography
import HTTPTypes
import Languages
import Management
import Ticketing

/// The pages and forms for signing in and out.
///
/// `scripts/sign-in-link.js` copies the secret of a sign-in link into the form.
struct SignInPages: Sendable {
    let server: ServerContext

    /// If the query field `done` of the sign-in page has this value, the user has just set a new password with a link.
    static let passwordSet = "password"

    func page(_ request: PageRequest) throws -> RouteResponse {
        try form(request, next: ReturnPath(request.query("next")) ?? .desk)
    }

    /// The sign-in page. It can contain the fields of a form that was sent after the session had ended.
    func form(
        _ request: PageRequest, next: ReturnPath, returning: InterruptedForm? = nil, email: String = "",
        status: HTTPResponse.Status = .ok, fault: Sentence? = nil
    ) throws -> RouteResponse {
        var context: [String: TemplateContext.Value] = ["next": .text(next.path), "email": .text(email)]
        if let fault {
            var summary = ErrorSummary()
            summary.add("email", fault)
            context["errors"] = summary.templateValue(Sentence(DeskSentence.notSignedIn))
            context["is_wrong"] = .section(TemplateContext([:]))
        }
        if let returning { context["returning"] = .section(try returning.context) }
        if request.query("done") == SignInPages.passwordSet {
            context["password_set"] = .section(TemplateContext([:]))
        }
        return try request.page(
            "sign-in", title: Sentence(DeskSentence.signIn), side: .organizer, status: status, context)
    }

    func signIn(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let (email, password) = (try form.value("email") ?? "", try form.value("password") ?? "")
        let next = ReturnPath(try form.value("next")) ?? .desk
        let returning = try InterruptedForm(
            ReturnPath(form.value("action")), form.value("kept").map { try FormFields(encoded: $0) })
        func refused(
            _ status: HTTPResponse.Status, _ fault: DeskSentence, _ arguments: [String: SentenceArgument] = [:]
        ) throws -> RouteResponse {
            try self.form(
                request, next: next, returning: returning, email: email, status: status,
                fault: Sentence(fault, arguments))
        }
        guard let address = EmailAddress(rawValue: email) else {
            return try refused(.unprocessableContent, .emailFault)
        }
        let caller = try request.caller()
        let secret = SecretBytes(copying: password.utf8.span)
        let old = request.credentials?.secret
        let answer = try await server.passwordThreads.run { store in
            try Authenticator(to: store, clock: server.now).signIn(address, secret, from: caller, insteadOf: old)
        }
        server.logSignIn(request, signIn: answer)
        switch answer {
        case .signedIn(let session):
            return try signedIn(session, next, returning, request).startingSession(session, caller)
        case .refused: return try refused(.unauthorized, .wrongCredentials)
        case .throttled(let until):
            let seconds = Int(max(1, until.seconds - server.now().seconds))
            var answer = try refused(.tooManyRequests, .tooManyAttempts, ["count": .number(seconds)])
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
    }

    private func signedIn(
        _ session: AccessSecret, _ next: ReturnPath, _ returning: InterruptedForm?, _ request: PageRequest
    ) throws -> RouteResponse {
        guard let returning else { return .seeOther(next.path) }
        return try request.page(
            "interrupted-form", title: Sentence(DeskSentence.formHere), side: .organizer,
            ["form": .section(try returning.context)], antiforgery: CSRFToken(session))
    }

    /// The page of a one-time sign-in link. The secret is in the fragment of the link, the part after `#`, which
    /// browsers do not send to the server.
    func linkPage(_ request: PageRequest) throws -> RouteResponse {
        try request.page("sign-in-link", title: Sentence(DeskSentence.withLink), side: .organizer)
    }

    func signInByLink(_ request: PageRequest) async throws -> RouteResponse {
        let link = try await request.form().linkSecret()
        let caller = try request.caller()
        let old = request.credentials?.secret
        let session: AccessSecret? =
            if let link {
                try await server.passwordThreads.run { store in
                    try Authenticator(to: store, clock: server.now).startSession(by: link, from: caller, insteadOf: old)
                }
            } else { nil }
        guard let session else {
            // The page shows no list of errors, because a click on a link in such a list would change the fragment of
            // the URL. The page's script reads the secret from this fragment.
            return try request.page(
                "sign-in-link", title: Sentence(DeskSentence.withLink), side: .organizer, status: .unauthorized,
                ["errors": ErrorSummary().templateValue(Sentence(DeskSentence.linkRefused))])
        }
        return .seeOther(ReturnPath.desk.path).startingSession(session, caller)
    }

    func signOut(_ request: PageRequest) async throws -> RouteResponse {
        if let session = request.credentials?.secret {
            server.onSignOut(.one(session.id))
            try await server.storeThreads.run { try Authenticator(to: $0, clock: server.now).signOut(session) }
        }
        return signedOut
    }

    func signOutEverywhere(_ request: PageRequest) async throws -> RouteResponse {
        guard let session = request.credentials?.secret else { throw SignInRequired() }
        let user = try await server.storeThreads.run { store in
            let authenticator = Authenticator(to: store, clock: server.now)
            let user = try authenticator.services(of: session)?.user.id
            _ = try authenticator.signOutEverywhere(session)
            return user
        }
        if let user { server.onSignOut(.all(of: user)) }
        return signedOut
    }

    private var signedOut: RouteResponse {
        RouteResponse.seeOther("/sign-in").settingCookie(BrowserCredentials.sessionCookie, to: "", maxAge: 0)
    }
}

extension ServerContext {
    /// Logs the client’s address and the outcome of an attempt to sign in, but not the account.
    fileprivate func logSignIn(_ request: PageRequest, signIn answer: Authenticator.SignInResult) {
        let (level, outcome): (LogRecord.Level, String) =
            switch answer {
            case .signedIn: (.info, "entered")
            case .refused: (.warning, "refused")
            case .throttled: (.warning, "waits")
            }
        log(
            LogRecord(
                level: level, event: "sign_in",
                fields: [("id", .text(request.id)), ("outcome", .text(outcome)), ("peer", .text(request.peer ?? ""))]))
    }
}
