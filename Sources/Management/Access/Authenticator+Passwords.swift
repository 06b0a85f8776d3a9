public import Cryptography
import Store
import Ticketing

extension Authenticator {
    /// Changes the password of the session's user if `current` is the current password. Ends all the user's sessions,
    /// begins a new session and returns its secret. Returns `refused` if `current` is wrong or `session` has expired.
    public func changePassword(
        of session: AccessSecret, _ current: SecretBytes, to password: NewPassword, from caller: Client
    ) throws -> SignInResult {
        guard let services = try services(of: session), let email = services.user.email else { return .refused }
        switch try checkPassword(email, current, from: caller) {
        case .throttled(let until): return .throttled(until: until)
        case .incorrect: return .refused
        case .correct(let proof):
            let credential = try passwordHashing.credential(of: password, at: now())
            return try services.transact(.setPassword, in: nil) { work in
                guard try proof.user.id == services.user.id && proof.isStillCurrent(work.connection) else {
                    return .refused
                }
                try proof.attempt.recordSuccess(at: work.now, work.connection)
                _ = try work.setPassword(credential, of: proof.user)
                return .signedIn(
                    try insertSession(for: proof.user.id, from: caller, insteadOf: nil, at: work.now, work.connection))
            }
        }
    }

    enum PasswordCheck {
        case correct(VerifiedPassword)
        case incorrect
        case throttled(until: Instant)
    }

    struct VerifiedPassword {
        let user: User
        let credential: Credentials.Credential
        let attempt: SignInAttempt

        /// Returns whether the user's credential has stayed the same since the password check. Locks the credential's
        /// database row until the transaction ends.
        func isStillCurrent(_ connection: any StoreConnection) throws -> Bool {
            try connection.credentials.locked(of: user.id) == credential
        }
    }

    /// Checks a password. Runs outside any transaction, because hashing is slow.
    func checkPassword(_ email: EmailAddress, _ password: SecretBytes, from caller: Client) throws -> PasswordCheck {
        let now = now()
        if let until = try store.read({ try SignInAttempt.throttledUntil(for: email, from: caller, at: now, $0) }) {
            return .throttled(until: until)
        }
        let (admission, user, credential) = try store.write { connection in
            let user = try connection.users.with(email: email)
            return (
                try SignInAttempt.begin(for: email, from: caller, at: now, connection), user,
                try user.flatMap { try connection.credentials.of($0.id) }
            )
        }
        switch admission {
        case .throttled(let until): return .throttled(until: until)
        case .allowed(let attempt):
            if try passwordHashing.matches(password, for: credential), let user, let credential {
                return .correct(VerifiedPassword(user: user, credential: credential, attempt: attempt))
            }
            if let pause = attempt.pause { try recordPause(pause, of: user, attempt, from: caller.address) }
            return .incorrect
        }
    }

    /// Checks a password again, because the user's credential was replaced after the first check, for example by a new
    /// hash of the same password. Nil if the password is no longer correct.
    func recheckPassword(_ proof: VerifiedPassword, _ password: SecretBytes) throws -> VerifiedPassword? {
        guard let credential = try store.read({ try $0.credentials.of(proof.user.id) }),
            try passwordHashing.matches(password, for: credential)
        else { return nil }
        return VerifiedPassword(user: proof.user, credential: credential, attempt: proof.attempt)
    }

    /// Records repeated sign-in failures of an account in the audit trail. If the account does not exist, commits a
    /// transaction that changes nothing, so that the time does not reveal whether the account exists.
    private func recordPause(
        _ pause: SignInThrottle, of user: User?, _ attempt: SignInAttempt, from address: ClientAddress
    ) throws {
        guard let user else { return try store.write { try attempt.rewriteUnchanged($0) } }
        try ManagementServices(user: user, store: store, now: now).transact(.pauseSignIn, in: nil) { work in
            try work.record(
                AuditSubject(.user, user.id),
                after: [
                    "failures": "\(pause.failures)", "waits_until": pause.until.auditValue, "address": "\(address)",
                ])
        }
    }
}
