import Cryptography
import Store
public import Ticketing

extension Office {
    /// How long a link that lets the owner in can be used.
    public static let entryLinkSeconds: Int64 = 600

    /// Gives a user a password; all their sessions end. Only the local owner may: a user changes their own at the
    /// `Entrance`.
    ///
    /// - Parameter email: to sign in with, for a user who has no address.
    /// - Returns: the user, and how many sessions ended.
    /// - Throws: `ManagementError.noEmail`, `otherEmail`, `emailTaken`.
    public func setPassword(
        _ password: NewPassword, of user: User, email: EmailAddress? = nil
    ) throws -> (user: User, sessionsEnded: Int) {
        try lookAsLocalOwner { _ in }
        let credential = try PasswordStretching.scrypt.credential(of: password, at: now())
        return try performAsLocalOwner(.setPassword) { work in
            let named = try work.reachable(user, by: email)
            return (named, try work.setPassword(credential, of: named))
        }
    }

    /// A secret that lets the local owner in once, within ten minutes: for the first time, when nobody has a password yet.
    public func makeEntryLink() throws -> AccessSecret {
        let secret = try AccessSecret()
        return try performAsLocalOwner(.makeEntryLink) { work in
            let expires = work.now.advanced(bySeconds: Office.entryLinkSeconds)
            try work.connection.entryLinks.add(hash: secret.hash, for: user.id, expires: expires)
            try work.record(AuditSubject(.user, user.id), after: ["entry_link_until": expires.auditText])
            return secret
        }
    }
}

extension Work {
    /// A user with the e-mail address that they sign in with.
    fileprivate func reachable(_ user: User, by email: EmailAddress?) throws -> User {
        if let email, try connection.users.give(email, to: user.id) {
            try record(AuditSubject(.user, user.id), before: ["has_email": "no"], after: ["has_email": "yes"])
        }
        guard let found = try connection.users.with(id: user.id) else {
            throw ManagementError.unknownUser(user.name, known: [])
        }
        guard let own = found.email else {
            throw email.map(ManagementError.emailTaken) ?? ManagementError.noEmail(found.name)
        }
        guard email == nil || email == own else { throw ManagementError.otherEmail(own) }
        return found
    }

    /// Keeps what a new password became. Whoever came in with what was before is out, and may try again at once with this.
    ///
    /// - Returns: how many sessions ended.
    func setPassword(_ credential: Credentials.Credential, of user: User) throws -> Int {
        let before = try connection.credentials.locked(of: user.id)
        try connection.credentials.store(credential, of: user.id)
        try connection.entryLinks.removeAll(of: user.id)
        if let email = user.email { try SignInTry.forgive(email, connection) }
        let (earlier, changed) = (before?.changed.auditText, credential.changed.auditText)
        // A password that follows another within the same second is written down all the same.
        try record(
            AuditSubject(.user, user.id),
            before: AuditFields(present: [("password_set", earlier == changed ? nil : earlier)]),
            after: ["password_set": changed])
        try connection.knownBrowsers.removeAll(of: user.id)
        return try connection.webSessions.endAll(of: user.id)
    }
}
