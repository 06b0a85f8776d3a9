public import Ticketing

/// Links that work once, such as a link for a new password.
extension AddressProofs {
    /// The proof whose link has the given hash. Nil if the proof is unknown, has another purpose, was used or has
    /// expired. Locks nothing.
    public func valid(
        hash: [UInt8], for purpose: AddressProof.Purpose, at now: Instant
    ) throws -> AddressProof? {
        try connection.first(
            """
            SELECT \(AddressProofs.columns) FROM address_proof
            WHERE hash = $1 AND purpose = $2 AND used IS NULL AND expires > $3
            """, [.blob(hash), .text(purpose.rawValue), .instant(now)], AddressProofs.proof)
    }

    /// The unused proofs that have not expired, oldest first.
    ///
    /// - Parameter subject: the text with which the subjects of the proofs begin. It ends with a space.
    public func valid(
        for purpose: AddressProof.Purpose, subject: String, at now: Instant
    ) throws -> [AddressProof] {
        try connection.all(
            """
            SELECT \(AddressProofs.columns) FROM address_proof
            WHERE purpose = $1 AND subject >= $2 AND subject < $3 AND used IS NULL AND expires > $4
            ORDER BY created, hash
            """,
            [
                .text(purpose.rawValue), .text(subject), .text(AddressProofs.upperBound(of: subject)), .instant(now),
            ], AddressProofs.proof)
    }

    /// Marks a valid proof as used, and returns it. Returns nil if the proof is unknown, has another purpose, was used
    /// or has expired.
    public func consume(
        hash: [UInt8], for purpose: AddressProof.Purpose, at now: Instant
    ) throws -> AddressProof? {
        try connection.all(
            """
            UPDATE address_proof SET used = $1 WHERE hash = $2 AND purpose = $3 AND used IS NULL AND expires > $4
            RETURNING \(AddressProofs.columns)
            """, [.instant(now), .blob(hash), .text(purpose.rawValue), .instant(now)], AddressProofs.proof
        ).first
    }

    /// Marks all unused proofs of an address for a purpose as used.
    public func consumeAll(of address: String, for purpose: AddressProof.Purpose, at now: Instant) throws {
        try connection.execute(
            "UPDATE address_proof SET used = $1 WHERE address = $2 AND purpose = $3 AND used IS NULL",
            [.instant(now), .text(address), .text(purpose.rawValue)])
    }

    /// The times at which proofs of an address were created, oldest first. Only the last `seconds` seconds count. Times
    /// in the future come from a wrong clock, and are ignored.
    public func times(
        of address: String, for purpose: AddressProof.Purpose, within seconds: Int64, before now: Instant
    ) throws -> [Instant] {
        try connection.all(
            """
            SELECT created FROM address_proof WHERE address = $1 AND purpose = $2 AND created > $3 AND created <= $4
            ORDER BY created
            """,
            [
                .text(address), .text(purpose.rawValue), .instant(now.advanced(bySeconds: -seconds)), .instant(now),
            ]
        ) { try $0.instant(0) }
    }

    /// The times at which proofs about a subject were created, oldest first. Only the last `seconds` seconds count.
    /// Times in the future come from a wrong clock, and are ignored.
    ///
    /// - Parameter subject: the text with which the subjects of the proofs begin. It ends with a space.
    public func times(
        for purpose: AddressProof.Purpose, subject: String, within seconds: Int64, before now: Instant
    ) throws -> [Instant] {
        try connection.all(
            """
            SELECT created FROM address_proof
            WHERE purpose = $1 AND subject >= $2 AND subject < $3 AND created > $4 AND created <= $5 ORDER BY created
            """,
            [
                .text(purpose.rawValue), .text(subject), .text(AddressProofs.upperBound(of: subject)),
                .instant(now.advanced(bySeconds: -seconds)), .instant(now),
            ]
        ) { try $0.instant(0) }
    }

    /// Removes the proofs for a purpose that expired at or before a moment.
    public func prune(_ purpose: AddressProof.Purpose, expiredAt moment: Instant) throws {
        try connection.execute(
            "DELETE FROM address_proof WHERE purpose = $1 AND expires <= $2",
            [.text(purpose.rawValue), .instant(moment)])
    }

    /// A text that sorts after all subjects that begin with `subject`: the same text, with `!` in place of the space at
    /// its end. In ASCII, `!` follows the space.
    private static func upperBound(of subject: String) -> String { subject.dropLast() + "!" }
}
