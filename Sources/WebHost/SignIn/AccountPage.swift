import Cryptography
import HTTPTypes
import Languages
import Management
import Store
import Ticketing

/// The page on which users change their passwords, and list and end their sessions.
struct AccountPage: Sendable {
    let server: ServerContext

    func page(_ request: PageRequest) async throws -> RouteResponse { try await page(request, fault: nil) }

    private func page(_ request: PageRequest, fault: (field: String, text: Sentence)?) async throws -> RouteResponse {
        guard let session = request.credentials?.secret else { throw SignInRequired() }
        let own = session.id
        let (user, zone, navigation) = try await request.withServices {
            ($0.user, try $0.events.timeZone(), try $0.onlyOrganizerContext())
        }
        let sessions = try await server.storeThreads.run {
            try Authenticator(to: $0, clock: server.now).sessions(seenFrom: session)
        }
        var context: [String: TemplateContext.Value] = [
            "name": .text(user.name), "number": .text("\(user.id)"),
            "sessions": .list(
                sessions.map { session in
                    var context: [String: TemplateContext.Value] = [
                        "began": .text(session.created.zonedText(in: zone)),
                        "seen": .text(session.seen.zonedText(in: zone)),
                        "address": .text(session.address),
                    ]
                    if let agent = session.agent { context["agent"] = .text(agent) }
                    context[session.id == own ? "here" : "other"] = .section(
                        TemplateContext(["id": .text("\(session.id)")]))
                    return TemplateContext(context)
                }),
        ]
        context.merge(NewPasswordFields.context) { $1 }
        context.merge(navigation) { own, _ in own }
        if let email = user.email {
            context["email"] = .text("\(email)")
            if let path = try await preferencesPath(of: email) { context["preferences_path"] = .text(path) }
        }
        if let fault {
            context["\(fault.field)_fault"] = .sentence(fault.text)
            var summary = ErrorSummary()
            summary.add(fault.field, fault.text)
            context["errors"] = summary.templateValue(Sentence(DeskSentence.passwordUnchanged))
        }
        return try request.page(
            "account", title: Sentence(DeskSentence.account), side: .organizer,
            status: fault == nil ? .ok : .unprocessableContent, context)
    }

    /// The path of the page with the message preferences of a user's own address; nil if the server has no public
    /// pages.
    private func preferencesPath(of email: EmailAddress) async throws -> String? {
        guard keysExist else { return nil }
        let secret = try await server.storeThreads.run { try Storefront.preferencesSecret(of: email.rawValue, $0) }
        return "/m/\(secret)"
    }

    /// Without signing keys, the server has no public pages.
    private var keysExist: Bool { server.keys != nil }

    func endSession(_ request: PageRequest) async throws -> RouteResponse {
        guard let session = request.credentials?.secret else { throw SignInRequired() }
        guard let id = WebSessionID(request.pathParameter("session") ?? "") else { throw Problem(.notFound) }
        // It is not an error if the session has already ended.
        let isEnded = try await server.storeThreads.run {
            try Authenticator(to: $0, clock: server.now).endSession(id, seenFrom: session)
        }
        if isEnded { server.onSignOut(.one(id)) }
        return .seeOther("/desk/account")
    }

    func changePassword(_ request: PageRequest) async throws -> RouteResponse {
        guard let session = request.credentials?.secret else { throw SignInRequired() }
        let form = try await request.form()
        func refused(
            _ field: String, _ fault: DeskSentence, _ arguments: [String: SentenceArgument] = [:]
        ) async throws -> RouteResponse {
            try await page(request, fault: (field, Sentence(fault, arguments)))
        }
        let current = SecretBytes(copying: (try form.value("current_password") ?? "").utf8.span)
        let password: NewPassword
        do {
            password = try NewPasswordFields.password(in: form)
        } catch let fault as NewPasswordFields.Fault {
            return try await page(request, fault: (fault.field, fault.text))
        }
        let caller = try request.caller()
        let answer = try await server.passwordThreads.run {
            try Authenticator(to: $0, clock: server.now).changePassword(
                of: session, current, to: password, from: caller)
        }
        switch answer {
        case .signedIn(let session): return .seeOther("/desk/account").startingSession(session, caller)
        case .refused: return try await refused("current", .wrongPassword)
        case .throttled(let until):
            let seconds = Int(max(1, until.seconds - server.now().seconds))
            return try await refused("current", .tooManyAttempts, ["count": .number(seconds)])
        }
    }
}
