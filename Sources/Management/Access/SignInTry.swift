import Cryptography
import Store
import Ticketing

/// One try to sign in, counted as failed before the password is looked at: so however many come at once, no more are
/// looked at than may fail.
struct SignInTry {
    /// Whose failures count, the account's and the address's, as they were and as they are with this one.
    private let account: Count
    private let address: Count

    private struct Count {
        let subject: [UInt8]
        let before: SignInPause
        let now: SignInPause
    }

    /// The try, unless failures before it make it wait.
    enum Admission {
        case waits(until: Instant)
        case goesOn(SignInTry)
    }

    /// Whether anybody waits, without a write: who hammers at the door costs no sync.
    static func wait(
        for email: EmailAddress, from address: CallerAddress, at now: Instant, _ connection: any StoreConnection
    ) throws -> Instant? {
        try [subject(email), subject(address)].compactMap { try connection.signInPauses.of($0) }
            .filter { $0.lasts(at: now) }.map(\.until).max()
    }

    /// Begins a try, in a transaction of its own.
    static func begin(
        for email: EmailAddress, from address: CallerAddress, at now: Instant, _ connection: any StoreConnection
    ) throws -> Admission {
        let (account, place) = (try subject(email), try subject(address))
        // In one order, so that no two wait for each other.
        var counts: [[UInt8]: Count] = [:]
        for subject in [account, place].sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let before = try connection.signInPauses.locked(subject, at: now)
            counts[subject] = Count(subject: subject, before: before, now: before.failed(at: now))
        }
        if let until = counts.values.map(\.before).filter({ $0.lasts(at: now) }).map(\.until).max() {
            return .waits(until: until)
        }
        for count in counts.values { try connection.signInPauses.store(count.now, of: count.subject) }
        guard let account = counts[account], let place = counts[place] else {
            throw StoreError.changedMeanwhile("failures to sign in can't be counted")
        }
        return .goesOn(SignInTry(account: account, address: place))
    }

    /// It did not fail: the account's failures are forgotten, and the address has one fewer, since others may be behind it.
    func succeed(at now: Instant, _ connection: any StoreConnection) throws {
        for count in [account, address].sorted(by: { $0.subject.lexicographicallyPrecedes($1.subject) }) {
            if count.subject == account.subject {
                try connection.signInPauses.remove(count.subject)
                continue
            }
            let latest = try connection.signInPauses.locked(count.subject, at: now)
            // Others may have failed meanwhile: their pause stays.
            try connection.signInPauses.store(
                SignInPause(
                    failures: max(0, latest.failures - 1),
                    until: latest.until == count.now.until ? count.before.until : latest.until, latest: latest.latest),
                of: count.subject)
        }
    }

    /// The pause that begins with it when it fails; nil while there is patience.
    var pause: SignInPause? { account.now.failures >= SignInPause.patience ? account.now : nil }

    /// Forgets what failed for an account.
    static func forgive(_ email: EmailAddress, _ connection: any StoreConnection) throws {
        try connection.signInPauses.remove(subject(email))
    }

    private static func subject(_ email: EmailAddress) throws -> [UInt8] {
        try SHA256.digest(Array("account \(email)".utf8))
    }

    private static func subject(_ address: CallerAddress) throws -> [UInt8] {
        try SHA256.digest(Array("address \(address)".utf8))
    }
}
