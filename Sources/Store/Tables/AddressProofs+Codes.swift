public import Ticketing

/// Methods for proofs with a code (`AddressProof`). In such a proof, the column `subject` begins with the hash of the
/// code. The column `hash` has the hash of the proof's link. A proof for the purpose `findTickets` can have a link but
/// no code; its column `subject` is empty.
extension AddressProofs {
    /// The proof whose column `hash` has the given value, even an expired or used proof. Unlike `with(hash:)`, this
    /// method locks nothing, so a transaction that only reads can use it.
    public func unlocked(hash: [UInt8]) throws -> AddressProof? {
        try connection.first(
            "SELECT \(AddressProofs.columns) FROM address_proof WHERE hash = $1", [.blob(hash)], AddressProofs.proof)
    }

    /// The latest proof with a code that was made for an address at or before `end`, even an expired proof.
    ///
    /// - Parameter isLocked: whether the proof is locked until the transaction ends; false in a transaction that only
    ///   reads.
    public func latestWithCode(
        of address: String, for purpose: AddressProof.Purpose, until end: Instant, isLocked: Bool = true
    ) throws -> AddressProof? {
        try connection.first(
            """
            SELECT \(AddressProofs.columns) FROM address_proof
            WHERE address = $1 AND purpose = $2 AND created <= $3 AND subject <> ''
            ORDER BY created DESC, hash LIMIT 1\(isLocked ? " FOR NO KEY UPDATE" : "")
            """, [.text(address), .text(purpose.rawValue), .instant(end)], AddressProofs.proof)
    }

    /// Deletes expired proofs whose column `hash` begins with the byte `hashPrefix`. Hashes are uniformly distributed,
    /// so one call deletes about one in 256 expired proofs. A caller that passes a random byte for each new proof keeps
    /// the table small, and never reads all of it.
    public func prune(_ purpose: AddressProof.Purpose, expiredAt now: Instant, hashPrefix: UInt8) throws {
        try connection.execute(
            "DELETE FROM address_proof WHERE hash >= $1 AND hash <= $2 AND purpose = $3 AND expires <= $4",
            [
                .blob([hashPrefix]), .blob([hashPrefix] + [UInt8](repeating: 0xFF, count: 32)),
                .text(purpose.rawValue), .instant(now),
            ])
    }
}
