import Cryptography
import Store
import Ticketing

/// One try to sign in, counted as failed before the password is looked at: so however many come at once, no more are
/// looked at than may fail.
///
/// Failures count for the account and for the address. A browser in which the account's user signed in before has a count
/// of its own instead: strangers cannot pause it, and it cannot be used to guess more often than an address.
struct SignInTry {
    private let counts: [Count]

    private struct Count {
        let subject: Subject
        let before: SignInPause
        let now: SignInPause
    }

    /// Whose failures are counted, by a hash.
    private struct Subject {
        enum Kind { case account, address, browser }

        let kind: Kind
        let hash: [UInt8]

        init(_ kind: Kind, _ name: String) throws {
            self.kind = kind
            hash = try SHA256.digest(Array("\(kind) \(name)".utf8))
        }
    }

    /// The try, unless failures before it make it wait.
    enum Admission {
        case waits(until: Instant)
        case goesOn(SignInTry)
    }

    /// Whether anybody waits, without a write: who hammers at the door costs no sync.
    static func wait(
        for email: EmailAddress, from caller: Entrance.Caller, at now: Instant, _ connection: any StoreConnection
    ) throws -> Instant? {
        try subjects(email, caller, at: now, connection).compactMap { try connection.signInPauses.of($0.hash) }
            .filter { $0.lasts(at: now) }.map(\.until).max()
    }

    /// Begins a try, in a transaction of its own.
    static func begin(
        for email: EmailAddress, from caller: Entrance.Caller, at now: Instant, _ connection: any StoreConnection
    ) throws -> Admission {
        let counts = try subjects(email, caller, at: now, connection).map { subject in
            let before = try connection.signInPauses.locked(subject.hash, at: now)
            return Count(subject: subject, before: before, now: before.failed(at: now))
        }
        if let until = counts.map(\.before).filter({ $0.lasts(at: now) }).map(\.until).max() {
            return .waits(until: until)
        }
        for count in counts { try connection.signInPauses.store(count.now, of: count.subject.hash) }
        return .goesOn(SignInTry(counts: counts))
    }

    /// It did not fail: the failures of the account or the browser are forgotten, and the address has one fewer, since
    /// others may be behind it.
    func succeed(at now: Instant, _ connection: any StoreConnection) throws {
        for count in counts {
            guard count.subject.kind == .address else {
                try connection.signInPauses.remove(count.subject.hash)
                continue
            }
            let latest = try connection.signInPauses.locked(count.subject.hash, at: now)
            // Others may have failed meanwhile: their pause stays.
            try connection.signInPauses.store(
                SignInPause(
                    failures: max(0, latest.failures - 1),
                    until: latest.until == count.now.until ? count.before.until : latest.until, latest: latest.latest),
                of: count.subject.hash)
        }
    }

    /// The pause of the account, or of its user's browser, that begins when this try fails; nil while there is patience.
    var pause: SignInPause? {
        counts.first { $0.subject.kind != .address && $0.now.failures >= SignInPause.patience }?.now
    }

    /// Writes a row that stays as it is, for the time that takes.
    func touch(_ connection: any StoreConnection) throws {
        for count in counts where count.subject.kind != .address {
            _ = try connection.signInPauses.locked(count.subject.hash, at: count.now.latest)
        }
    }

    /// Forgets what failed for an account.
    static func forgive(_ email: EmailAddress, _ connection: any StoreConnection) throws {
        try connection.signInPauses.remove(Subject(.account, "\(email)").hash)
    }

    /// In the order of their hashes, so that no two transactions wait for each other.
    private static func subjects(
        _ email: EmailAddress, _ caller: Entrance.Caller, at now: Instant, _ connection: any StoreConnection
    ) throws -> [Subject] {
        if let shown = caller.browser?.shown, let user = try connection.users.with(email: email),
            try connection.knownBrowsers.has(
                hash: shown.hash, of: user.id, seenAfter: now.advanced(bySeconds: -BrowserMark.seconds))
        {
            return [try Subject(.browser, "\(WebSessionID(hash: shown.hash))")]
        }
        return try [Subject(.account, "\(email)"), Subject(.address, "\(caller.address)")]
            .sorted { $0.hash.lexicographicallyPrecedes($1.hash) }
    }
}
