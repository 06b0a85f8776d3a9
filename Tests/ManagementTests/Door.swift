import Cryptography
import EventFixture
import Synchronization
import Testing
import Ticketing

@testable import Management
@testable import Store

/// A store with the user Joan, who has a password, and an authenticator that signs users in. The authenticator hashes
/// passwords with cheap key derivations, and counts the derivations.
struct Door {
    static let password = "wet paint, mind the step"

    let festival: Festival
    let joan: User
    let email: EmailAddress
    let authenticator: Authenticator
    private let derivations = Derivations()

    init() throws {
        festival = try Festival()
        email = try #require(EmailAddress(rawValue: "joan@example.org"))
        joan = try festival.services.users.addUser(UserDetails(name: "Joan", email: email))
        authenticator = Authenticator(
            to: festival.store, clock: festival.clock.now,
            PasswordHashing(cost: Scrypt.Cost(n: 16, r: 1, p: 1)) { [derivations] in
                try derivations.add($2)
                return try Scrypt.derive(from: $0, salt: $1, cost: $2, count: $3)
            })
        try setPassword(Door.password)
        _ = costs
    }

    /// Sets Joan’s password as `ManagementServices` does, but with the cheap key derivations of this authenticator.
    func setPassword(_ password: String) throws {
        let credential = try authenticator.passwordHashing.credential(
            of: NewPassword(Door.secret(password)), at: festival.clock.now())
        try festival.services.transact(.setPassword, in: nil) { _ = try $0.setPassword(credential, of: joan) }
    }

    func signIn(
        _ email: String = "joan@example.org", _ password: String = Door.password, from address: String = "203.0.113.7",
        insteadOf session: AccessSecret? = nil, browser: KnownBrowserCookie? = nil
    ) throws -> Authenticator.SignInResult {
        try authenticator.signIn(
            #require(EmailAddress(rawValue: email)), Door.secret(password), from: Door.caller(address, browser),
            insteadOf: session)
    }

    /// Signs in with the right password.
    func session(insteadOf session: AccessSecret? = nil) throws -> AccessSecret {
        guard case .signedIn(let secret) = try signIn(insteadOf: session) else { throw Surprise("Joan has no session") }
        return secret
    }

    /// The costs of the key derivations since this property was last read.
    var costs: [Scrypt.Cost] { derivations.removeAll() }

    /// Runs a closure during the next key derivation.
    func onDerivation(_ work: @escaping @Sendable () throws -> Void) { derivations.whileNext(work) }

    static func secret(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8.span) }

    static func caller(
        _ address: String = "203.0.113.7", _ browser: KnownBrowserCookie? = nil
    ) throws -> Authenticator.Client {
        Authenticator.Client(try #require(ClientAddress(address)), userAgent: "Browser", browser: browser)
    }

    func trail() throws -> [AuditRecord] {
        var records: [AuditRecord] = []
        try festival.services.audit.forEachChangeOfStore { records.append($0) }
        return records
    }
}

extension Festival {
    /// Every row of every table of the store as text, with bytes as hexadecimal digits.
    func everything() throws -> String {
        try store.engine.read { connection in
            var lines: [String] = []
            for name in TableShape.all {
                let columns = try connection.shape(of: name).columns
                try connection.forEachRow("SELECT \(columns.map(\.name).joined(separator: ", ")) FROM \(name)", []) {
                    row in
                    let values = columns.indices.map { column in
                        switch columns[column].kind {
                        case .integer: row.isNull(column) ? "" : "\(row.integer(column))"
                        case .text: row.optionalText(column) ?? ""
                        case .blob: row.isNull(column) ? "" : Hexadecimal.text(row.blob(column))
                        }
                    }
                    lines.append(([name] + values).joined(separator: " "))
                }
            }
            return lines.joined(separator: "\n")
        }
    }
}

private final class Derivations: Sendable {
    private let costs = Mutex<[Scrypt.Cost]>([])
    private let next = Mutex<(@Sendable () throws -> Void)?>(nil)

    func add(_ cost: Scrypt.Cost) throws {
        costs.withLock { $0.append(cost) }
        try next.withLock { work in
            defer { work = nil }
            return work
        }?()
    }

    func removeAll() -> [Scrypt.Cost] {
        costs.withLock { costs in
            defer { costs = [] }
            return costs
        }
    }

    func whileNext(_ work: @escaping @Sendable () throws -> Void) { next.withLock { $0 = work } }
}

extension Authenticator.SignInResult {
    var isRefused: Bool { if case .refused = self { true } else { false } }
    var secret: AccessSecret? { if case .signedIn(let secret) = self { secret } else { nil } }
    var waitsUntil: Instant? { if case .throttled(let until) = self { until } else { nil } }
}
