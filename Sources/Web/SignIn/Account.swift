import Cryptography
import HTTPTypes
import Management
import Store
import Ticketing

/// A user's own account: their password, and where they are signed in.
struct Account: Sendable {
    let house: House

    func page(_ visit: Visit) async throws -> Answer { try await page(visit, fault: nil) }

    private func page(_ visit: Visit, fault: (field: String, text: String)?) async throws -> Answer {
        guard let session = visit.pass?.secret else { throw SignInNeeded() }
        let own = session.id
        let user = try await visit.office(\.user)
        let sessions = try await house.office.run {
            try Entrance(to: $0, clock: house.now).sessions(seenFrom: session)
        }
        var facts: [String: Facts.Fact] = [
            "name": .text(user.name), "number": .text("\(user.id)"),
            "sessions": .list(
                sessions.map { session in
                    var facts: [String: Facts.Fact] = [
                        "began": .text(session.created.minuteText), "seen": .text(session.seen.minuteText),
                        "address": .text(session.address),
                    ]
                    if let agent = session.agent { facts["agent"] = .text(agent) }
                    facts[session.id == own ? "here" : "other"] = .one(Facts(["id": .text("\(session.id)")]))
                    return Facts(facts)
                }),
            "least": .text("\(NewPassword.leastCharacters)"),
        ]
        if let email = user.email { facts["email"] = .text("\(email)") }
        if let fault {
            facts["\(fault.field)_fault"] = .text(fault.text)
            var summary = ErrorSummary()
            summary.add(fault.field, fault.text)
            facts["errors"] = summary.fact("The password is not changed.")
        }
        return try visit.page(
            "account", title: "Your account", side: .organizer, status: fault == nil ? .ok : .unprocessableContent,
            facts)
    }

    /// Ends one of the sessions that the page shows.
    func endSession(_ visit: Visit) async throws -> Answer {
        guard let session = visit.pass?.secret else { throw SignInNeeded() }
        guard let id = WebSessionID(visit.part("session") ?? "") else { throw Problem(.notFound) }
        // One that ended meanwhile is as was wanted.
        let isEnded = try await house.office.run { try Entrance(to: $0, clock: house.now).end(id, seenFrom: session) }
        if isEnded { house.lists.forget(of: id) }
        return .seeOther("/desk/account")
    }

    func changePassword(_ visit: Visit) async throws -> Answer {
        guard let session = visit.pass?.secret else { throw SignInNeeded() }
        let form = try await visit.form()
        let current = SecretBytes(copying: (try form.one("current_password") ?? "").utf8.span)
        let text = try form.one("new_password") ?? ""
        let password: NewPassword
        do {
            password = try NewPassword(SecretBytes(copying: text.utf8.span))
        } catch ManagementError.invalid {
            return try await page(
                visit, fault: ("new", "A password has at least \(NewPassword.leastCharacters) characters."))
        }
        guard try form.one("repeated_password") == text else {
            return try await page(visit, fault: ("repeated", "This is not the same as above."))
        }
        let caller = try visit.caller()
        let answer = try await house.doorkeeper.run {
            try Entrance(to: $0, clock: house.now).changePassword(of: session, current, to: password, from: caller)
        }
        switch answer {
        case .entered(let session): return .seeOther("/desk/account").entering(session, caller)
        case .refused: return try await page(visit, fault: ("current", "This is not your password."))
        case .waits(let until):
            let seconds = max(1, until.seconds - house.now().seconds)
            return try await page(
                visit, fault: ("current", "Too many tries failed. The next one is heard in \(seconds) seconds."))
        }
    }
}
