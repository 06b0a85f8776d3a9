import Cryptography
import HTTPTypes
import Management
import Ticketing

/// The pages to sign in and out.
struct SignInPages: Sendable {
    let house: ServerContext

    func page(_ visit: PageRequest) throws -> RouteResponse {
        try form(visit, next: ReturnPath(visit.query("next")) ?? .desk)
    }

    /// The sign-in page, with a form that was sent after the session had ended.
    func form(
        _ visit: PageRequest, next: ReturnPath, returning: InterruptedForm? = nil, email: String = "",
        status: HTTPResponse.Status = .ok, fault: String? = nil
    ) throws -> RouteResponse {
        var facts: [String: TemplateContext.Value] = ["next": .text(next.path), "email": .text(email)]
        if let fault {
            var summary = ErrorSummary()
            summary.add("email", fault)
            facts["errors"] = summary.templateValue("You are not signed in.")
            facts["is_wrong"] = .section(TemplateContext([:]))
        }
        if let returning { facts["returning"] = .section(returning.facts) }
        return try visit.page("sign-in", title: "Sign in", side: .organizer, status: status, facts)
    }

    func signIn(_ visit: PageRequest) async throws -> RouteResponse {
        let form = try await visit.form()
        let (email, password) = (try form.value("email") ?? "", try form.value("password") ?? "")
        let next = ReturnPath(try form.value("next")) ?? .desk
        let returning = try InterruptedForm(
            ReturnPath(form.value("action")), form.value("kept").map { try FormFields(encoded: $0) })
        func refused(_ status: HTTPResponse.Status, _ fault: String) throws -> RouteResponse {
            try self.form(visit, next: next, returning: returning, email: email, status: status, fault: fault)
        }
        guard let address = EmailAddress(rawValue: email) else {
            return try refused(.unprocessableContent, "Write an e-mail address.")
        }
        let caller = try visit.caller()
        let secret = SecretBytes(copying: password.utf8.span)
        let old = visit.credentials?.secret
        let answer = try await house.passwordThreads.run { store in
            try Authenticator(to: store, clock: house.now).signIn(address, secret, from: caller, insteadOf: old)
        }
        house.logSignIn(visit, signIn: answer)
        switch answer {
        case .signedIn(let session):
            return try signedIn(session, next, returning, visit).startingSession(session, caller)
        case .refused: return try refused(.unauthorized, "The address or the password is wrong.")
        case .throttled(let until):
            let seconds = max(1, until.seconds - house.now().seconds)
            var answer = try refused(
                .tooManyRequests, "Too many failed attempts. Try again in \(seconds) seconds.")
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
    }

    private func signedIn(
        _ session: AccessSecret, _ next: ReturnPath, _ returning: InterruptedForm?, _ visit: PageRequest
    ) throws -> RouteResponse {
        guard let returning else { return .seeOther(next.path) }
        return try visit.page(
            "again", title: "Your form is still here", side: .organizer, ["form": .section(returning.facts)],
            antiforgery: CSRFToken(session))
    }

    /// The page of a one-time sign-in link. The link's secret is in its fragment, which browsers do not send.
    func linkPage(_ visit: PageRequest) throws -> RouteResponse {
        try visit.page("enter", title: "Sign in with a link", side: .organizer)
    }

    func signInByLink(_ visit: PageRequest) async throws -> RouteResponse {
        let text = try await visit.form().value("link") ?? ""
        // The user may paste the whole link or only its secret.
        let digits = text.split(separator: "#").last.map { String($0).filter { !$0.isWhitespace } } ?? ""
        let caller = try visit.caller()
        let old = visit.credentials?.secret
        let session: AccessSecret? =
            if let link = try AccessSecret(encoded: digits) {
                try await house.passwordThreads.run { store in
                    try Authenticator(to: store, clock: house.now).startSession(by: link, from: caller, insteadOf: old)
                }
            } else { nil }
        guard let session else {
            // No list of errors: a link to the field would set the fragment, from which the page's script reads a
            // secret.
            let fault = "You are not signed in: this link is invalid, expired or already used."
            return try visit.page(
                "enter", title: "Sign in with a link", side: .organizer, status: .unauthorized,
                ["errors": ErrorSummary().templateValue(fault)])
        }
        return .seeOther(ReturnPath.desk.path).startingSession(session, caller)
    }

    func signOut(_ visit: PageRequest) async throws -> RouteResponse {
        if let session = visit.credentials?.secret {
            house.onSignOut(.one(session.id))
            try await house.storeThreads.run { try Authenticator(to: $0, clock: house.now).signOut(session) }
        }
        return signedOut
    }

    func signOutEverywhere(_ visit: PageRequest) async throws -> RouteResponse {
        guard let session = visit.credentials?.secret else { throw SignInRequired() }
        let user = try await house.storeThreads.run { store in
            let entrance = Authenticator(to: store, clock: house.now)
            let user = try entrance.services(of: session)?.user.id
            _ = try entrance.signOutEverywhere(session)
            return user
        }
        if let user { house.onSignOut(.all(of: user)) }
        return signedOut
    }

    private var signedOut: RouteResponse {
        RouteResponse.seeOther("/sign-in").settingCookie(BrowserCredentials.sessionCookie, to: "", keptFor: 0)
    }
}

extension ServerContext {
    /// Logs the outcome and the peer, but not the account.
    fileprivate func logSignIn(_ visit: PageRequest, signIn answer: Authenticator.SignInResult) {
        let (level, outcome): (LogRecord.Level, String) =
            switch answer {
            case .signedIn: (.info, "entered")
            case .refused: (.warning, "refused")
            case .throttled: (.warning, "waits")
            }
        log(
            LogRecord(
                level: level, event: "sign_in",
                fields: [("id", .text(visit.id)), ("outcome", .text(outcome)), ("peer", .text(visit.peer ?? ""))]))
    }
}
