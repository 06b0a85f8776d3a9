import Store
public import Ticketing

extension Entrance {
    /// Sessions are noted as seen once in so many seconds.
    private static let seenSeconds: Int64 = 60

    /// The office of the user whom a session lets in. Nil when it is over, or was ended.
    public func office(of session: AccessSecret) throws -> Office? {
        let now = now()
        let found = try store.read { connection in
            try standing(session, at: now, connection).flatMap { standing in
                try connection.users.with(id: standing.user).map { (user: $0, seen: standing.seen) }
            }
        }
        guard let found else { return nil }
        if now >= found.seen.advanced(bySeconds: Entrance.seenSeconds) {
            do {
                try store.write { try $0.webSessions.note(hash: session.hash, seenAt: now) }
            } catch is StoreError {
                // A disk that is full keeps nobody out: the session then ends earlier.
            }
        }
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

    /// Ends all sessions of the user whom one lets in, that one too; returns how many there were.
    public func signOutEverywhere(_ session: AccessSecret) throws -> Int {
        let now = now()
        return try store.write { connection in
            guard let user = try standing(session, at: now, connection)?.user else { return 0 }
            return try connection.webSessions.endAll(of: user)
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
