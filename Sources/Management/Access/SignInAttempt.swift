import Cryptography
import Store
import Ticketing

/// One sign-in attempt. The attempt is counted as a failure before the password is checked, so that concurrent attempts
/// cannot exceed the limit on failures. After too many failures, no attempt is allowed for some time (a pause).
///
/// Failures are counted for the account and for the client's address. If the user has already signed in with the same
/// browser, failures are counted only for that browser, with the same limit. Strangers therefore cannot prevent the
/// user from signing in with that browser.
struct SignInAttempt {
    private let counts: [Count]

    private struct Count {
        let subject: Subject
        let before: SignInThrottle
        let after: SignInThrottle
    }

    /// The account, address or browser for which failures are counted, identified by a hash.
    private struct Subject {
        enum Kind { case account, address, browser }

        let kind: Kind
        let hash: [UInt8]

        init(_ kind: Kind, _ name: String) throws {
            self.kind = kind
            hash = try SHA256.digest(Array("\(kind) \(name)".utf8))
        }
    }

    /// The result of `begin`: an allowed attempt, or the time until which earlier failures forbid any attempt.
    enum Permission {
        case throttled(until: Instant)
        case allowed(SignInAttempt)
    }

    /// The time at which the next attempt is allowed; nil if an attempt is allowed now. Writes nothing to the store, so
    /// that attempts during a pause cost no disk sync.
    static func throttledUntil(
        for email: EmailAddress, from caller: Authenticator.Client, at after: Instant, _ connection: any StoreConnection
    ) throws -> Instant? {
        try subjects(email, caller, at: after, connection).compactMap { try connection.signInPauses.of($0.hash) }
            .filter { $0.isActive(at: after) }.map(\.until).max()
    }

    /// Counts an attempt as a failure, if an attempt is allowed now. The caller must commit the count before it checks
    /// the password.
    static func begin(
        for email: EmailAddress, from caller: Authenticator.Client, at after: Instant, _ connection: any StoreConnection
    ) throws -> Permission {
        let counts = try subjects(email, caller, at: after, connection).map { subject in
            let before = try connection.signInPauses.locked(subject.hash, at: after)
            return Count(subject: subject, before: before, after: before.addingFailure(at: after))
        }
        if let until = counts.map(\.before).filter({ $0.isActive(at: after) }).map(\.until).max() {
            return .throttled(until: until)
        }
        for count in counts { try connection.signInPauses.store(count.after, of: count.subject.hash) }
        return .allowed(SignInAttempt(counts: counts))
    }

    /// Records the success of the attempt. Sets the number of failures of the account or browser to zero. Several
    /// people can share an address, so the address's number of failures is reduced only by one, for this attempt.
    func recordSuccess(at after: Instant, _ connection: any StoreConnection) throws {
        for count in counts {
            guard count.subject.kind == .address else {
                try connection.signInPauses.remove(count.subject.hash)
                continue
            }
            let latest = try connection.signInPauses.locked(count.subject.hash, at: after)
            // Other attempts from this address may have caused a pause while the password was checked. This success
            // does not end that pause.
            try connection.signInPauses.store(
                SignInThrottle(
                    failures: max(0, latest.failures - 1),
                    until: latest.until == count.after.until ? count.before.until : latest.until, latest: latest.latest),
                of: count.subject.hash)
        }
    }

    /// The pause that begins for the account or browser if this attempt fails. Nil if no pause begins.
    var pause: SignInThrottle? {
        counts.first { $0.subject.kind != .address && $0.after.failures >= SignInThrottle.freeAttempts }?.after
    }

    /// Writes the unchanged counters to the store. This takes as long as writing changed counters, so that the time
    /// does not reveal whether an account exists.
    func rewriteUnchanged(_ connection: any StoreConnection) throws {
        for count in counts where count.subject.kind != .address {
            _ = try connection.signInPauses.locked(count.subject.hash, at: count.after.latest)
        }
    }

    static func clearFailures(_ email: EmailAddress, _ connection: any StoreConnection) throws {
        try connection.signInPauses.remove(Subject(.account, "\(email)").hash)
    }

    /// The subjects (account, address or browser) for which an attempt is counted. They are sorted by hash, so that two
    /// transactions that lock the same subjects cannot deadlock.
    private static func subjects(
        _ email: EmailAddress, _ caller: Authenticator.Client, at after: Instant, _ connection: any StoreConnection
    ) throws -> [Subject] {
        if let presented = caller.browser?.presented, let user = try connection.users.with(email: email),
            try connection.knownBrowsers.has(
                hash: presented.hash, of: user.id,
                seenAfter: after.advanced(bySeconds: -KnownBrowserCookie.lifetimeSeconds))
        {
            return [try Subject(.browser, "\(WebSessionID(hash: presented.hash))")]
        }
        return try [Subject(.account, "\(email)"), Subject(.address, "\(caller.address)")]
            .sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
    }
}
