import Store
public import Ticketing

extension Entrance {
    /// Who comes again and again is noted as seen once in so many seconds.
    static let seenSeconds: Int64 = 60
    /// How long a request waits for that note: the request itself matters more, above all a scan.
    private static let seenPatience = Duration.seconds(1)

    /// The office of the user whom a session lets in. Nil when it is over, or was ended.
    public func office(of session: AccessSecret) throws -> Office? {
        let now = now()
        let found = try store.read { connection in
            try standing(session, at: now, connection).flatMap { standing in
                try connection.users.with(id: standing.user).map { (user: $0, seen: standing.seen) }
            }
        }
        guard let found else { return nil }
        try note(seen: found.seen, at: now) { try $0.webSessions.note(hash: session.hash, seenAt: now) }
        return Office(user: found.user, store: store, now: self.now)
    }

    /// The sessions of the user whom one lets in, by when they began; none when that one is over.
    public func sessions(seenFrom session: AccessSecret) throws -> [WebSession] {
        let now = now()
        return try store.read { connection in
            guard let user = try standing(session, at: now, connection)?.user else { return [] }
            return try connection.webSessions.all(of: user).filter { !$0.isOver(at: now) }
        }
    }

    /// Ends a session.
    public func signOut(_ session: AccessSecret) throws {
        try store.write { _ = try $0.webSessions.end(hash: session.hash) }
    }

    /// Ends a session of the user whom another, or the same, lets in. False when there was none of that id, or the one that
    /// asks is over.
    public func end(_ id: WebSessionID, seenFrom session: AccessSecret) throws -> Bool {
        let now = now()
        return try store.write { connection in
            guard let user = try standing(session, at: now, connection)?.user else { return false }
            return try connection.webSessions.end(id, of: user)
        }
    }

    /// Ends all sessions of the user whom one lets in, that one too, and forgets the browsers in which they signed in;
    /// returns how many sessions there were.
    public func signOutEverywhere(_ session: AccessSecret) throws -> Int {
        let now = now()
        return try store.write { connection in
            guard let user = try standing(session, at: now, connection)?.user else { return 0 }
            try connection.knownBrowsers.removeAll(of: user)
            return try connection.webSessions.endAll(of: user)
        }
    }

    /// Notes that somebody was seen.
    ///
    /// - Parameter last: when that was noted before.
    func note(seen last: Instant, at now: Instant, _ write: (any StoreConnection) throws -> Void) throws {
        guard now >= last.advanced(bySeconds: Entrance.seenSeconds) else { return }
        do {
            try store.write(until: .now + Entrance.seenPatience, write)
        } catch is StoreError {
            // A disk that is full keeps nobody out: who is in is then out earlier.
        }
    }

    private func standing(
        _ session: AccessSecret, at now: Instant, _ connection: any StoreConnection
    ) throws -> WebSession? {
        guard let found = try connection.webSessions.with(hash: session.hash), !found.isOver(at: now) else {
            return nil
        }
        return found
    }
}
