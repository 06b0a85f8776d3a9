import Cryptography
import Store
public import Ticketing

extension UserService {
    /// How long a one-time sign-in link is valid, in seconds.
    public static let signInLinkSeconds: Int64 = 600

    /// Sets a user's password and ends all the user's sessions. Only the local owner may call this method. Users change
    /// their own password through the `Authenticator`.
    ///
    /// - Parameter email: the sign-in address to set if the user has none.
    /// - Returns: the user, and the number of sessions that were ended.
    /// - Throws: `ManagementError.noEmail` if the user has no sign-in address and `email` is nil; `differentEmail` if
    ///   the user already has a different address; `emailTaken` if another user has the address.
    public func setPassword(
        _ password: NewPassword, of user: User, email: EmailAddress? = nil
    ) throws -> (user: User, sessionsEnded: Int) {
        try services.readAsLocalOwner { _ in }
        let credential = try PasswordHashing.scrypt.credential(of: password, at: services.now())
        return try services.performAsLocalOwner(.setPassword) { work in
            let named = try work.userWithEmail(user, by: email)
            return (named, try work.setPassword(credential, of: named))
        }
    }

    /// Creates a one-time link with which the local owner can sign in without a password. The link is valid for ten
    /// minutes.
    public func createSignInLink() throws -> AccessSecret {
        let secret = try AccessSecret()
        return try services.performAsLocalOwner(.makeEntryLink) { work in
            let expires = work.now.advanced(bySeconds: UserService.signInLinkSeconds)
            try work.connection.signInLinks.add(hash: secret.hash, for: services.user.id, expires: expires)
            try work.record(AuditSubject(.user, services.user.id), after: ["entry_link_until": expires.auditValue])
            return secret
        }
    }
}

extension UnitOfWork {
    /// Sets the user's e-mail address if the user has none, and returns the user.
    fileprivate func userWithEmail(_ user: User, by email: EmailAddress?) throws -> User {
        if let email, try connection.users.setEmail(email, to: user.id) {
            try record(AuditSubject(.user, user.id), before: ["has_email": "no"], after: ["has_email": "yes"])
        }
        guard let found = try connection.users.with(id: user.id) else {
            throw ManagementError.unknownUser(user.name, known: [])
        }
        guard let own = found.email else {
            throw email.map(ManagementError.emailTaken) ?? ManagementError.noEmail(found.name)
        }
        guard email == nil || email == own else { throw ManagementError.differentEmail(own) }
        return found
    }

    /// Stores a new credential of a user. Ends all the user's sessions, sign-in links and links for new passwords,
    /// forgets the user's known browsers, and resets the counter of failed attempts.
    ///
    /// - Returns: the number of ended sessions.
    func setPassword(_ credential: Credentials.Credential, of user: User) throws -> Int {
        let before = try connection.credentials.locked(of: user.id)
        try connection.credentials.store(credential, of: user.id)
        try connection.signInLinks.removeAll(of: user.id)
        if let email = user.email {
            try SignInAttempt.clearFailures(email, connection)
            try connection.addressProofs.consumeAll(of: email.rawValue, for: .resetPassword, at: now)
            try connection.notices.withdraw(.passwordReset, of: nil, cause: "\(user.id)")
        }
        let (earlier, changed) = (before?.changed.auditValue, credential.changed.auditValue)
        // The audit trail leaves out a field whose old and new values are equal. It contains times in
        // whole seconds, so the times of two password changes in the same second are equal. In that case, the old time
        // is omitted, so that the audit trail records the second change, too.
        try record(
            AuditSubject(.user, user.id),
            before: AuditFields(present: [("password_set", earlier == changed ? nil : earlier)]),
            after: ["password_set": changed])
        try connection.knownBrowsers.removeAll(of: user.id)
        return try connection.webSessions.endAll(of: user.id)
    }
}
