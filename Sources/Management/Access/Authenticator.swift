public import Cryptography
public import Store
public import Ticketing

/// Authenticates callers that have no access to the data folder. A password or a one-time link begins a session.
///
/// ```swift
/// let authenticator = Authenticator(to: store, clock: now)
/// if case .signedIn(let secret) = try authenticator.signIn(email, password, from: client) {
///     print(try authenticator.services(of: secret)?.user.name ?? "nobody")
/// }
/// ```
public struct Authenticator: Sendable {
    let store: Store
    let now: @Sendable () -> Instant
    let passwordHashing: PasswordHashing

    public init(to store: Store, clock now: @escaping @Sendable () -> Instant) {
        self.init(to: store, clock: now, .scrypt)
    }

    init(to store: Store, clock now: @escaping @Sendable () -> Instant, _ passwordHashing: PasswordHashing) {
        self.store = store
        self.now = now
        self.passwordHashing = passwordHashing
    }

    /// A client: its network address and the headers that identify it.
    public struct Client: Sendable {
        public let address: ClientAddress
        let userAgent: String?
        /// The cookie that shows whether a user has already signed in with this browser; nil for a client without
        /// cookies, such as an API client.
        public let browser: KnownBrowserCookie?

        /// - Parameter userAgent: the `User-Agent` header; its first 200 characters are kept.
        public init(_ address: ClientAddress, userAgent: String? = nil, browser: KnownBrowserCookie? = nil) {
            self.address = address
            self.browser = browser
            self.userAgent = userAgent.map { String($0.filter { !$0.isNewline && $0 >= " " }.prefix(200)) }
        }
    }

    public enum SignInResult: Sendable {
        /// The user is signed in. The value is the session's secret.
        case signedIn(AccessSecret)
        /// No account has this address and password. The answer does not reveal which of the two is wrong.
        case refused
        /// There were too many failed attempts. No attempt is accepted before the time `until`.
        case throttled(until: Instant)
    }

    /// Signs in with an e-mail address and a password. This takes some tenths of a second and 32 MiB of memory, even if
    /// the account does not exist. If the stored password hash was made at a lower cost than new hashes, a new hash
    /// replaces it.
    ///
    /// - Parameter session: the browser's current session, which this sign-in ends.
    public func signIn(
        _ email: EmailAddress, _ password: SecretBytes, from caller: Client, insteadOf session: AccessSecret? = nil
    ) throws -> SignInResult {
        switch try checkPassword(email, password, from: caller) {
        case .throttled(let until): return .throttled(until: until)
        case .incorrect: return .refused
        case .correct(let proof):
            if let secret = try startSession(proof, password, from: caller, insteadOf: session) {
                return .signedIn(secret)
            }
            // After the password check, another sign-in replaced the hash, or the password was changed.
            guard let proof = try recheckPassword(proof, password),
                let secret = try startSession(proof, password, from: caller, insteadOf: session)
            else { return .refused }
            return .signedIn(secret)
        }
    }

    /// Begins a session after a password check, and returns the session's secret. Nil if the user's credential has
    /// changed since the check.
    private func startSession(
        _ proof: VerifiedPassword, _ password: SecretBytes, from caller: Client, insteadOf session: AccessSecret?
    ) throws -> AccessSecret? {
        let now = now()
        let renewed = try passwordHashing.upgraded(proof.credential, of: password)
        return try store.write { connection in
            guard try proof.isStillCurrent(connection) else { return nil }
            if let renewed { try connection.credentials.store(renewed, of: proof.user.id) }
            try proof.attempt.recordSuccess(at: now, connection)
            return try insertSession(for: proof.user.id, from: caller, insteadOf: session, at: now, connection)
        }
    }

    /// Signs in with a one-time link, and returns the session's secret. Nil if the link was used before, has expired or
    /// never existed.
    ///
    /// - Parameter session: the browser's current session, which this sign-in ends.
    public func startSession(
        by link: AccessSecret, from caller: Client, insteadOf session: AccessSecret? = nil
    ) throws -> AccessSecret? {
        let now = now()
        guard try store.read({ try $0.signInLinks.isValid(hash: link.hash, at: now) }) else { return nil }
        return try store.write { connection in
            guard let user = try connection.signInLinks.consume(hash: link.hash, at: now) else { return nil }
            return try insertSession(for: user, from: caller, insteadOf: session, at: now, connection)
        }
    }

    /// Begins a session. Also removes everything that has expired: sessions, sign-in links, known browsers, and
    /// counters of failed attempts.
    func insertSession(
        for user: UserID, from caller: Client, insteadOf session: AccessSecret?, at now: Instant,
        _ connection: any StoreConnection
    ) throws -> AccessSecret {
        try connection.webSessions.prune(notSeenSince: now.advanced(bySeconds: -WebSession.idleSeconds))
        try connection.signInLinks.prune(expiredAt: now)
        try connection.signInPauses.prune(notFailedSince: now.advanced(bySeconds: -SignInThrottle.resetSeconds))
        if let mark = caller.browser {
            try connection.knownBrowsers.prune(
                notSeenSince: now.advanced(bySeconds: -KnownBrowserCookie.lifetimeSeconds))
            if let presented = mark.presented { try connection.knownBrowsers.remove(hash: presented.hash) }
            try connection.knownBrowsers.add(
                hash: mark.replacement.hash, of: user, at: now, most: KnownBrowserCookie.maximumPerUser)
        }
        if let session { try connection.webSessions.end(hash: session.hash) }
        let secret = try AccessSecret()
        try connection.webSessions.begin(
            WebSession(
                id: secret.id, user: user, created: now, seen: now, address: caller.address.description,
                agent: caller.userAgent),
            hash: secret.hash)
        return secret
    }
}
