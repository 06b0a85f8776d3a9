public import Cryptography
public import Store
public import Ticketing

/// The door for those who don't have the data folder: with a password or a link that opens once they begin a session, and
/// with its secret they are let into the office.
///
/// ```swift
/// let entrance = Entrance(to: store, clock: now)
/// if case .entered(let secret) = try entrance.signIn(email, password, from: caller) {
///     print(try entrance.office(of: secret)?.user.name ?? "nobody")
/// }
/// ```
public struct Entrance: Sendable {
    let store: Store
    let now: @Sendable () -> Instant
    let stretching: PasswordStretching

    public init(to store: Store, clock now: @escaping @Sendable () -> Instant) {
        self.init(to: store, clock: now, .scrypt)
    }

    init(to store: Store, clock now: @escaping @Sendable () -> Instant, _ stretching: PasswordStretching) {
        self.store = store
        self.now = now
        self.stretching = stretching
    }

    /// Where somebody stands, and what they say of themselves.
    public struct Caller: Sendable {
        public let address: CallerAddress
        let agent: String?
        /// Nil for callers that keep no mark, such as programs.
        public let browser: BrowserMark?

        /// - Parameter agent: what the browser calls itself; the first 200 letters of it are kept.
        public init(_ address: CallerAddress, agent: String? = nil, browser: BrowserMark? = nil) {
            self.address = address
            self.browser = browser
            self.agent = agent.map { String($0.filter { !$0.isNewline && $0 >= " " }.prefix(200)) }
        }
    }

    public enum Answer: Sendable {
        /// A session began; this is its secret.
        case entered(AccessSecret)
        /// No account with this address and password, whichever of them is wrong.
        case refused
        /// Too much failed: nobody is listened to before this moment.
        case waits(until: Instant)
    }

    /// Signs in with an e-mail address and a password. Takes some tenths of a second and 32 MiB, whether or not there is
    /// such a user. A hash that cost less than those of today becomes one of them.
    ///
    /// - Parameter session: one that the browser had until now; it ends.
    public func signIn(
        _ email: EmailAddress, _ password: SecretBytes, from caller: Caller, insteadOf session: AccessSecret? = nil
    ) throws -> Answer {
        switch try prove(email, password, from: caller) {
        case .waits(let until): return .waits(until: until)
        case .wrong: return .refused
        case .right(let proof):
            if let secret = try enter(proof, password, from: caller, insteadOf: session) { return .entered(secret) }
            // Another sign-in has made the hash dearer, or the password is another.
            guard let proof = try proveAgain(proof, password),
                let secret = try enter(proof, password, from: caller, insteadOf: session)
            else { return .refused }
            return .entered(secret)
        }
    }

    /// Begins a session for who knew the password; nil when it is not theirs any more.
    private func enter(
        _ proof: Proof, _ password: SecretBytes, from caller: Caller, insteadOf session: AccessSecret?
    ) throws -> AccessSecret? {
        let now = now()
        let renewed = try stretching.renewed(proof.credential, of: password)
        return try store.write { connection in
            guard try proof.holds(connection) else { return nil }
            if let renewed { try connection.credentials.store(renewed, of: proof.user.id) }
            try proof.attempt.succeed(at: now, connection)
            return try begin(for: proof.user.id, from: caller, insteadOf: session, at: now, connection)
        }
    }

    /// Enters by a link that opens once. Nil when it was used before, or is too old, or never was.
    ///
    /// - Parameter session: as in `signIn`.
    public func enter(
        by link: AccessSecret, from caller: Caller, insteadOf session: AccessSecret? = nil
    ) throws -> AccessSecret? {
        let now = now()
        guard try store.read({ try $0.entryLinks.isOpen(hash: link.hash, at: now) }) else { return nil }
        return try store.write { connection in
            guard let user = try connection.entryLinks.use(hash: link.hash, at: now) else { return nil }
            return try begin(for: user, from: caller, insteadOf: session, at: now, connection)
        }
    }

    /// Begins a session, and forgets what is over of all.
    func begin(
        for user: UserID, from caller: Caller, insteadOf session: AccessSecret?, at now: Instant,
        _ connection: any StoreConnection
    ) throws -> AccessSecret {
        try connection.webSessions.forget(notSeenSince: now.advanced(bySeconds: -WebSession.idleSeconds))
        try connection.entryLinks.forget(expiredAt: now)
        try connection.signInPauses.forget(notFailedSince: now.advanced(bySeconds: -SignInPause.memorySeconds))
        if let mark = caller.browser {
            try connection.knownBrowsers.forget(notSeenSince: now.advanced(bySeconds: -BrowserMark.seconds))
            if let shown = mark.shown { try connection.knownBrowsers.remove(hash: shown.hash) }
            try connection.knownBrowsers.add(hash: mark.next.hash, of: user, at: now, most: BrowserMark.most)
        }
        if let session { try connection.webSessions.end(hash: session.hash) }
        let secret = try AccessSecret()
        try connection.webSessions.begin(
            WebSession(
                id: secret.id, user: user, created: now, seen: now, address: caller.address.description,
                agent: caller.agent),
            hash: secret.hash)
        return secret
    }
}
