public import Ticketing

extension StoreConnection {
    public var addressProofs: AddressProofs { AddressProofs(connection: self) }
}

/// The codes and links that were sent to addresses. A person who enters a code or opens a link is treated as the owner
/// of the address. The table has only the hashes of the codes and links.
public struct AddressProofs {
    let connection: any StoreConnection

    static let columns = "hash, purpose, address, subject, created, expires, tries, used"

    public func add(_ proof: AddressProof) throws {
        try connection.execute(
            """
            INSERT INTO address_proof (\(AddressProofs.columns)) VALUES ($1, $2, $3, $4, $5, $6, 0, NULL)
            """,
            [
                .blob(proof.hash), .text(proof.purpose.rawValue), .text(proof.address), .text(proof.subject),
                .instant(proof.created), .instant(proof.expires),
            ])
    }

    /// The proof whose link has the given hash, even if the proof has expired or was used. It is locked until the
    /// transaction ends.
    public func with(hash: [UInt8]) throws -> AddressProof? {
        try connection.first(
            "SELECT \(AddressProofs.columns) FROM address_proof WHERE hash = $1 FOR NO KEY UPDATE", [.blob(hash)],
            AddressProofs.proof)
    }

    /// The latest proof of an address for a purpose. It is locked until the transaction ends.
    public func latest(of address: String, for purpose: AddressProof.Purpose) throws -> AddressProof? {
        try connection.first(
            """
            SELECT \(AddressProofs.columns) FROM address_proof WHERE address = $1 AND purpose = $2
            ORDER BY created DESC LIMIT 1 FOR NO KEY UPDATE
            """, [.text(address), .text(purpose.rawValue)], AddressProofs.proof)
    }

    /// The number of proofs that were made for an address after a moment.
    public func count(of address: String, for purpose: AddressProof.Purpose, since moment: Instant) throws -> Int {
        try connection.first(
            "SELECT count(*) FROM address_proof WHERE address = $1 AND purpose = $2 AND created > $3",
            [.text(address), .text(purpose.rawValue), .instant(moment)]
        ) { try $0.number(0) } ?? 0
    }

    /// Counts a wrong code that was entered for a proof.
    public func countTry(_ proof: AddressProof) throws {
        try connection.execute("UPDATE address_proof SET tries = tries + 1 WHERE hash = $1", [.blob(proof.hash)])
    }

    /// Marks a proof as used. Returns false if it was used already.
    public func use(_ proof: AddressProof, at now: Instant) throws -> Bool {
        try connection.execute(
            "UPDATE address_proof SET used = $1 WHERE hash = $2 AND used IS NULL", [.instant(now), .blob(proof.hash)])
            == 1
    }

    static func proof(_ row: any SQLRow) throws -> AddressProof {
        AddressProof(
            hash: row.blob(0), purpose: try row.value(1), address: row.text(2), subject: row.text(3),
            created: try row.instant(4), expires: try row.instant(5), tries: try row.count(6),
            used: try row.optionalInstant(7))
    }
}
