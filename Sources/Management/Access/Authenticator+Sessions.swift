import Store
public import Ticketing

extension Authenticator {
    /// The minimum number of seconds between two updates of the stored time at which a session, API token or phone was
    /// last seen.
    static let lastSeenResolutionSeconds: Int64 = 60
    /// How long a request waits for the store when it updates the time at which its session, token or phone was last
    /// seen. The wait is short, because the request can be a scan at a gate.
    private static let lastSeenWriteTimeout = Duration.seconds(1)

    /// The services for the user of a session. Nil if the session has expired or was ended.
    public func services(of session: AccessSecret) throws -> ManagementServices? {
        let now = now()
        let found = try store.read { connection in
            try activeSession(session, at: now, connection).flatMap { active in
                try connection.users.with(id: active.user).map { (user: $0, seen: active.seen) }
            }
        }
        guard let found else { return nil }
        try recordLastSeen(seen: found.seen, at: now) { try $0.webSessions.recordUse(hash: session.hash, seenAt: now) }
        return ManagementServices(user: found.user, store: store, now: self.now)
    }

    /// All active sessions of the user of `session`, oldest first. Empty if `session` has expired.
    public func sessions(seenFrom session: AccessSecret) throws -> [WebSession] {
        let now = now()
        return try store.read { connection in
            guard let user = try activeSession(session, at: now, connection)?.user else { return [] }
            return try connection.webSessions.all(of: user).filter { !$0.hasEnded(at: now) }
        }
    }

    /// Ends a session.
    public func signOut(_ session: AccessSecret) throws {
        try store.write { _ = try $0.webSessions.end(hash: session.hash) }
    }

    /// Ends one session of the user of `session`. The ended session can be `session` itself. Returns false if the user
    /// has no session with this id, or if `session` has expired.
    public func endSession(_ id: WebSessionID, seenFrom session: AccessSecret) throws -> Bool {
        let now = now()
        return try store.write { connection in
            guard let user = try activeSession(session, at: now, connection)?.user else { return false }
            return try connection.webSessions.end(id, of: user)
        }
    }

    /// Ends all sessions of the user of `session`, including `session` itself, and forgets the user's known browsers.
    /// Returns the number of ended sessions.
    public func signOutEverywhere(_ session: AccessSecret) throws -> Int {
        let now = now()
        return try store.write { connection in
            guard let user = try activeSession(session, at: now, connection)?.user else { return 0 }
            try connection.knownBrowsers.removeAll(of: user)
            return try connection.webSessions.endAll(of: user)
        }
    }

    /// Stores the time at which the session, token or phone was last seen. Does nothing if less than
    /// `lastSeenResolutionSeconds` have passed since the stored time.
    ///
    /// - Parameter last: the stored time.
    func recordLastSeen(seen last: Instant, at now: Instant, _ write: (any StoreConnection) throws -> Void) throws {
        guard now >= last.advanced(bySeconds: Authenticator.lastSeenResolutionSeconds) else { return }
        do {
            try store.write(until: .now + Authenticator.lastSeenWriteTimeout, write)
        } catch is StoreError {
            // The error is ignored, because a full disk must not prevent anybody from using a session.
        }
    }

    private func activeSession(
        _ session: AccessSecret, at now: Instant, _ connection: any StoreConnection
    ) throws -> WebSession? {
        guard let found = try connection.webSessions.with(hash: session.hash), !found.hasEnded(at: now) else {
            return nil
        }
        return found
    }
}
