import Cryptography
import Store
import Ticketing

/// Codes and links that are sent to an address. Anyone who enters the code or opens the link is treated as the owner of
/// the address. The store has only the SHA-256 hashes of the codes and links.
///
/// A six-digit code can be guessed, so it is valid for a short time and for a few tries, and the number of codes for
/// one mailbox or phone number is limited. These limits are the same for every address, whether or not it has tickets.
struct AddressVerification {
    /// The time for which a code is valid, in seconds.
    static let codeSeconds: Int64 = 600
    /// The time for which a link is valid, in seconds.
    static let linkSeconds: Int64 = 86_400
    /// The number of wrong tries after which a code is no longer valid.
    static let maximumTries = 5
    /// The maximum numbers of codes for one mailbox or phone number. With five tries for each code, an attacker has at
    /// most 50 guesses a day among a million codes.
    private static let limits = [Limit(codes: 3, seconds: 3600), Limit(codes: 10, seconds: 86_400)]
    private static let linkBytes = 16
    /// The maximum number of seconds by which the clocks of two servers, or the start times of two concurrent requests,
    /// are expected to differ.
    static let clockDifference: Int64 = 60

    private struct Limit {
        let codes: Int
        let seconds: Int64
    }

    /// A code and a link to send to an address.
    struct Secrets {
        let code: String
        /// The last part of the link's path: 32 hexadecimal digits.
        let link: String
        /// Identifies the code and the link without revealing them.
        let id: String
    }

    enum CodeCheck: Hashable {
        case right
        /// The code is wrong. `left` is the number of further tries.
        case wrong(left: Int)
        /// No code was sent to the address, or the latest code has expired or has no tries left.
        case noCode
    }

    private let proofs: AddressProofs
    private let purpose: AddressProof.Purpose
    private let now: Instant
    /// Codes that were made until this time are accepted. The time is slightly in the future, because a concurrent
    /// request that began later may have stored its code first.
    private var latest: Instant { now.advanced(bySeconds: AddressVerification.clockDifference) }

    init(_ purpose: AddressProof.Purpose, _ connection: any StoreConnection, at now: Instant) {
        proofs = connection.addressProofs
        self.purpose = purpose
        self.now = now
    }

    /// The number of seconds until another code may be made for the mailbox or phone number of an address; nil if a
    /// code may be made now. Call `UnitOfWork.serialize` first, so that the later of two concurrent requests counts the
    /// code of the earlier request.
    func wait(for address: String) throws -> Int? {
        let subject = subject(ofCodesTo: address)
        return try AddressVerification.limits.compactMap { limit in
            try MessageLimit(
                purpose: .countMessage, subject: subject, messages: limit.codes, seconds: limit.seconds
            ).end(proofs, at: now)
        }.map { Int(($0.milliseconds - now.milliseconds + 999) / 1000) }.max()
    }

    /// The text that identifies the mailbox or phone number of an address when its codes are counted.
    private func subject(ofCodesTo address: String) -> String {
        "\(purpose.rawValue) \(MessageLimit.owner(of: address))"
    }

    /// Makes a code and a link for an address, stores their hashes, and counts the code for the limits. The code
    /// replaces earlier codes of the address.
    ///
    /// - Parameter partner: a second address whose code must be entered together with this code; nil if this code is
    ///   enough.
    /// - Throws: `OpenSSLError`.
    func makeCodeAndLink(for address: String, with partner: String? = nil) throws -> Secrets {
        let (code, link) = (AddressVerification.randomCode(), AddressVerification.randomLink())
        let hash = try hash(ofLink: link)
        try proofs.add(
            AddressProof(
                hash: hash, purpose: purpose, address: address,
                subject: Hexadecimal.text(try self.hash(of: code, for: address, madeAt: now))
                    + (partner.map { " \($0)" } ?? ""),
                created: now, expires: now.advanced(bySeconds: AddressVerification.linkSeconds)))
        try proofs.countMessage(about: subject(ofCodesTo: address), at: now)
        return Secrets(code: code, link: link, id: Hexadecimal.text(Array(hash.prefix(8))))
    }

    /// Makes a link for a visitor who has proved the ownership of an address, and stores the hash of the link. The link
    /// is not counted as a message to the address.
    ///
    /// - Returns: the last part of the link's path.
    /// - Throws: `OpenSSLError`.
    func makeLink(for address: String) throws -> String {
        let link = AddressVerification.randomLink()
        try proofs.add(
            AddressProof(
                hash: try hash(ofLink: link), purpose: purpose, address: address, subject: "", created: now,
                expires: now.advanced(bySeconds: AddressVerification.linkSeconds)))
        return link
    }

    /// The address to which a link was sent; nil if the link is malformed, unknown or expired.
    ///
    /// - Parameter link: the last part of the link's path.
    func address(ofLink link: String) throws -> String? {
        guard link.wholeMatch(of: /[0-9a-f]{32}/) != nil,
            let proof = try proofs.unlocked(hash: try hash(ofLink: link)), proof.purpose == purpose,
            now < proof.expires
        else { return nil }
        return proof.address
    }

    /// Compares a code with the latest code of an address, and counts a wrong try. The number of tries is stored in the
    /// transaction, so the caller must commit the transaction even if the code is wrong.
    ///
    /// - Parameter partner: the same second address as in `makeCodeAndLink`.
    func check(_ code: String, of address: String, with partner: String? = nil) throws -> CodeCheck {
        guard let proof = try validProof(of: address, isLocked: true), proof.partner == partner,
            let sent = Hexadecimal.bytes(proof.codeHash)
        else { return .noCode }
        let entered = try hash(of: code, for: address, madeAt: proof.created)
        if ConstantTime.equal(entered.span, sent.span) { return .right }
        try proofs.countTry(proof)
        return .wrong(left: AddressVerification.maximumTries - proof.tries - 1)
    }

    /// The second address whose code must be entered together with the latest code of an address. Nil if no second code
    /// is needed, or if one of the two codes is no longer valid. Locks nothing.
    func partner(of address: String) throws -> String? {
        guard let partner = try validProof(of: address, isLocked: false)?.partner,
            try validProof(of: partner, isLocked: false)?.partner == address
        else { return nil }
        return partner
    }

    /// Whether the latest code of an address is valid, and was made together with `partner`. Locks nothing.
    func hasCode(of address: String, with partner: String) throws -> Bool {
        try validProof(of: address, isLocked: false)?.partner == partner
    }

    /// Marks the latest code of an address as used, so that it is no longer valid. The limits still count it.
    func useCode(of address: String) throws {
        guard let proof = try validProof(of: address, isLocked: true) else { return }
        _ = try proofs.use(proof, at: now)
    }

    /// The stored row with the latest code of an address; nil if the code has expired, was used or has no tries left.
    private func validProof(of address: String, isLocked: Bool) throws -> AddressProof? {
        guard
            let proof = try proofs.latestWithCode(of: address, for: purpose, until: latest, isLocked: isLocked),
            now < proof.created.advanced(bySeconds: AddressVerification.codeSeconds), proof.used == nil,
            proof.tries < AddressVerification.maximumTries
        else { return nil }
        return proof
    }

    /// Deletes some of the expired codes and links.
    func prune() throws {
        var random = SystemRandomNumberGenerator()
        try proofs.prune(purpose, expiredAt: now, hashPrefix: .random(in: 0...255, using: &random))
    }

    /// The link has 128 random bits, so its hash needs no salt.
    private func hash(ofLink link: String) throws -> [UInt8] { try SHA256.digest(Array(link.utf8)) }

    /// The address and the time are parts of the hashed text, so that equal codes have different hashes.
    private func hash(of code: String, for address: String, madeAt created: Instant) throws -> [UInt8] {
        try SHA256.digest(Array("\(purpose.rawValue)\n\(address)\n\(created.milliseconds)\n\(code)".utf8))
    }

    /// Six uniformly random digits.
    private static func randomCode() -> String {
        var random = SystemRandomNumberGenerator()
        let digits = String(Int.random(in: 0..<1_000_000, using: &random))
        return String(repeating: "0", count: 6 - digits.utf8.count) + digits
    }

    private static func randomLink() -> String {
        var random = SystemRandomNumberGenerator()
        return Hexadecimal.text((0..<linkBytes).map { _ in .random(in: 0...255, using: &random) })
    }
}

extension AddressProof {
    private var subjectParts: [Substring] { subject.split(separator: " ", maxSplits: 1) }

    fileprivate var codeHash: String { subjectParts.first.map { String($0) } ?? "" }

    /// The second address whose code must be entered together with this code; nil if this code is enough.
    fileprivate var partner: String? { subjectParts.dropFirst().first.map { String($0) } }
}

extension UnitOfWork {
    /// Makes transactions that call this method run one after another: each call waits until all transactions that
    /// called the method earlier have ended. So a later transaction sees everything that an earlier transaction has
    /// stored. On a database server, the method locks the row with the head of the store's own audit trail. A call can
    /// also wait for a transaction that concerns no organizer, because such a transaction locks the same row when it
    /// adds its audit records.
    func serialize() throws { try connection.audit.ensureDurable(of: nil) }
}
