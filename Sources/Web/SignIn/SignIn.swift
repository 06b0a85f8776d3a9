import Cryptography
import HTTPTypes
import Management
import Ticketing

/// Signing in and out.
struct SignIn: Sendable {
    let house: House

    func page(_ visit: Visit) throws -> Answer {
        try form(visit, next: NextPage(visit.query("next")) ?? .desk)
    }

    /// The page, with what was sent by somebody who was not signed in.
    func form(
        _ visit: Visit, next: NextPage, returning: ReturningForm? = nil, email: String = "",
        status: HTTPResponse.Status = .ok, fault: String? = nil
    ) throws -> Answer {
        var facts: [String: Facts.Fact] = ["next": .text(next.path), "email": .text(email)]
        if let fault {
            var summary = ErrorSummary()
            summary.add("email", fault)
            facts["errors"] = summary.fact("You are not signed in.")
            facts["is_wrong"] = .one(Facts([:]))
        }
        if let returning { facts["returning"] = .one(returning.facts) }
        return try visit.page("sign-in", title: "Sign in", side: .organizer, status: status, facts)
    }

    func signIn(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        let (email, password) = (try form.one("email") ?? "", try form.one("password") ?? "")
        let next = NextPage(try form.one("next")) ?? .desk
        let returning = try ReturningForm(
            NextPage(form.one("action")), form.one("kept").map { try FormFields(encoded: $0) })
        func refused(_ status: HTTPResponse.Status, _ fault: String) throws -> Answer {
            try self.form(visit, next: next, returning: returning, email: email, status: status, fault: fault)
        }
        guard let address = EmailAddress(rawValue: email) else {
            return try refused(.unprocessableContent, "This is no e-mail address.")
        }
        let caller = try visit.caller()
        let secret = SecretBytes(copying: password.utf8.span)
        let old = visit.pass?.secret
        let answer = try await house.doorkeeper.run { store in
            try Entrance(to: store, clock: house.now).signIn(address, secret, from: caller, insteadOf: old)
        }
        house.note(visit, signIn: answer)
        switch answer {
        case .entered(let session): return try entered(session, next, returning, visit).entering(session, caller)
        case .refused: return try refused(.unauthorized, "The address or the password is wrong.")
        case .waits(let until):
            let seconds = max(1, until.seconds - house.now().seconds)
            var answer = try refused(
                .tooManyRequests, "Too many tries failed. The next one is heard in \(seconds) seconds.")
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
    }

    private func entered(
        _ session: AccessSecret, _ next: NextPage, _ returning: ReturningForm?, _ visit: Visit
    ) throws -> Answer {
        guard let returning else { return .seeOther(next.path) }
        return try visit.page(
            "again", title: "Your form is still here", side: .organizer, ["form": .one(returning.facts)],
            antiforgery: Antiforgery(session))
    }

    /// Where a link leads that opens once: its secret stands behind the `#`, which browsers send nobody.
    func entryPage(_ visit: Visit) throws -> Answer {
        try visit.page("enter", title: "Enter by a link", side: .organizer)
    }

    func enter(_ visit: Visit) async throws -> Answer {
        let text = try await visit.form().one("link") ?? ""
        // Pasted whole, or its end alone.
        let digits = text.split(separator: "#").last.map { String($0).filter { !$0.isWhitespace } } ?? ""
        let caller = try visit.caller()
        let old = visit.pass?.secret
        let session: AccessSecret? =
            if let link = try AccessSecret(text: digits) {
                try await house.doorkeeper.run { store in
                    try Entrance(to: store, clock: house.now).enter(by: link, from: caller, insteadOf: old)
                }
            } else { nil }
        guard let session else {
            // No list: a link into the field would put itself behind the #, where the secret of a link stands.
            let fault = "You are not signed in: this link was used before, or is too old, or is no link."
            return try visit.page(
                "enter", title: "Enter by a link", side: .organizer, status: .unauthorized,
                ["errors": ErrorSummary().fact(fault)])
        }
        return .seeOther(NextPage.desk.path).entering(session, caller)
    }

    func signOut(_ visit: Visit) async throws -> Answer {
        if let session = visit.pass?.secret {
            house.lists.forget(of: session.id)
            try await house.office.run { try Entrance(to: $0, clock: house.now).signOut(session) }
        }
        return gone
    }

    func signOutEverywhere(_ visit: Visit) async throws -> Answer {
        guard let session = visit.pass?.secret else { throw SignInNeeded() }
        let user = try await house.office.run { store in
            let entrance = Entrance(to: store, clock: house.now)
            let user = try entrance.office(of: session)?.user.id
            _ = try entrance.signOutEverywhere(session)
            return user
        }
        if let user { house.lists.forget(of: user) }
        return gone
    }

    private var gone: Answer { Answer.seeOther("/sign-in").setting(Pass.sessionCookie, to: "", keptFor: 0) }
}

extension House {
    /// Whose account it was is not said: who looks after the server sees where it comes from.
    fileprivate func note(_ visit: Visit, signIn answer: Entrance.Answer) {
        let (level, outcome): (LogRecord.Level, String) =
            switch answer {
            case .entered: (.info, "entered")
            case .refused: (.warning, "refused")
            case .waits: (.warning, "waits")
            }
        log(
            LogRecord(
                level: level, event: "sign_in",
                fields: [("id", .text(visit.id)), ("outcome", .text(outcome)), ("peer", .text(visit.peer ?? ""))]))
    }
}
