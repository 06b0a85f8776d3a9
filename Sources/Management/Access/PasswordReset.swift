import Cryptography
import Store
public import Ticketing

/// Links with which users who have forgotten their passwords set new ones.
extension Authenticator {
    /// How long a link for a new password is valid, in seconds.
    public static let passwordResetSeconds: Int64 = 30 * 60
    static let mostPasswordResetsInHour = 3
    static let mostPasswordResetsInDay = 10

    private static let daySeconds: Int64 = 86_400

    /// Queues a message to the e-mail address of an account. With the link in the message, the user can set a new
    /// password. Queues nothing if no account has the address, if the account has no password, or if the account got
    /// too many links. The method always runs the same statements and stores two rows. So neither its result nor its
    /// duration reveals which accounts exist.
    public func requestPasswordReset(for email: EmailAddress) throws {
        let now = now()
        let (link, spare) = (try AccessSecret(), try AccessSecret())
        let expired = now.advanced(bySeconds: -Authenticator.daySeconds)
        try store.write { connection in
            let proofs = connection.addressProofs
            try proofs.prune(.resetPassword, expiredAt: expired)
            guard let user = try recipient(of: email, at: now, connection) else {
                // No link is sent. Store two other rows in place of the link and its notice, so that the method takes
                // the same time as when it sends a link. The next request removes these rows.
                for secret in [link, spare] {
                    try proofs.add(
                        AddressProof(
                            hash: secret.hash, purpose: .resetPassword, address: "", subject: "", created: expired,
                            expires: expired))
                }
                return
            }
            let expires = now.advanced(bySeconds: Authenticator.passwordResetSeconds)
            try proofs.add(
                AddressProof(
                    hash: link.hash, purpose: .resetPassword, address: email.rawValue, subject: "\(user.id)",
                    created: now, expires: expires))
            try connection.notices.queue(
                Notice(
                    organizer: nil, event: nil, kind: .passwordReset, recipient: email.rawValue,
                    payload: [
                        "link": "/reset#\(link.encoded)", "name": user.name, "expires": expires.auditValue,
                    ],
                    key: Notice.keyPrefix(.passwordReset, of: nil, cause: "\(user.id)/\(link.publicID)")
                        + email.rawValue,
                    created: now))
        }
    }

    private func recipient(
        of email: EmailAddress, at now: Instant, _ connection: any StoreConnection
    ) throws -> User? {
        var random = SystemRandomNumberGenerator()
        let nobody = UserID.random(using: &random)
        let user = try connection.users.with(email: email)
        // Concurrent requests for the same account wait for this lock one after another, so together they cannot exceed
        // the limit. For an unknown address, the locked user id is random, so that the same statements run.
        let credential = try connection.credentials.locked(of: user?.id ?? nobody)
        let sent = try connection.addressProofs.times(
            of: email.rawValue, for: .resetPassword, within: Authenticator.daySeconds, before: now)
        let hourAgo = now.advanced(bySeconds: -3600)
        guard let user, credential != nil, sent.count < Authenticator.mostPasswordResetsInDay,
            sent.count(where: { $0 > hourAgo }) < Authenticator.mostPasswordResetsInHour
        else { return nil }
        return user
    }

    /// The user whose password can be set with a link; nil if the link is invalid, has expired or was used.
    public func user(ofPasswordReset link: AccessSecret) throws -> User? {
        let now = now()
        return try store.read { connection in
            guard
                let proof = try connection.addressProofs.valid(hash: link.hash, for: .resetPassword, at: now),
                let id = UInt32(proof.subject).flatMap(UserID.init(rawValue:)),
                let user = try connection.users.with(id: id), user.email?.rawValue == proof.address
            else { return nil }
            return user
        }
    }

    /// Sets a new password with a link. Ends all sessions of the user, invalidates the user's other links, forgets the
    /// known browsers, and resets the counter of failed sign-ins of the account. Does nothing and returns nil if the
    /// link is invalid, has expired or was used.
    public func resetPassword(by link: AccessSecret, to password: NewPassword) throws -> User? {
        // The link is checked before the password is hashed, because hashing is slow.
        guard let user = try user(ofPasswordReset: link) else { return nil }
        let credential = try passwordHashing.credential(of: password, at: now())
        return try ManagementServices(user: user, store: store, now: now).transact(.resetPassword, in: nil) { work in
            _ = try work.connection.credentials.locked(of: user.id)
            let proof = try work.connection.addressProofs.consume(
                hash: link.hash, for: .resetPassword, at: work.now)
            guard let proof, proof.subject == "\(user.id)" else { return nil }
            _ = try work.setPassword(credential, of: user)
            return user
        }
    }
}

extension AccessSecret {
    /// The first digits of the secret's hash, as a public id.
    var publicID: String { AccessSecret.publicID(ofHash: hash) }

    static func publicID(ofHash hash: [UInt8]) -> String { Hexadecimal.text(Array(hash.prefix(8))) }
}
