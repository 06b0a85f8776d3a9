extension Migration {
    /// Adds the rights of each gate pack, and the keys with which packs sign the chains of their records. A pack that
    /// an earlier version of this program made has neither rights nor a key. Such a pack can be merged, but not
    /// refreshed.
    static let m0021DeviceKeys = Migration(number: 21) { dialect in
        """
        -- What the pack of a device may hold. NULL in proof: it was made by a version that did not keep this.
        ALTER TABLE gate_device ADD COLUMN proof \(dialect.text);
        ALTER TABLE gate_device ADD COLUMN shows_names \(dialect.integer) CHECK (shows_names IN (0, 1));
        ALTER TABLE gate_device ADD COLUMN gates \(dialect.text);
        ALTER TABLE gate_device ADD COLUMN function \(dialect.integer);

        -- The Ed25519 key with which an office certifies the keys of an event's packs. A pack has its public half only.
        CREATE TABLE device_authority (
            event \(dialect.integer) PRIMARY KEY,
            public_key \(dialect.blob) NOT NULL,
            seed \(dialect.blob)
        )\(dialect.rows);
        -- The Ed25519 keys with which packs sign the heads of their chains. Only a pack has a seed: its own.
        CREATE TABLE device_key (
            device \(dialect.blob) PRIMARY KEY,
            event \(dialect.integer) NOT NULL,
            pack \(dialect.integer) NOT NULL,
            public_key \(dialect.blob) NOT NULL,
            certificate \(dialect.blob) NOT NULL,
            seed \(dialect.blob)
        )\(dialect.keyed);
        -- Up to which record the chain's device has signed it, and its signature.
        ALTER TABLE device ADD COLUMN signed \(dialect.integer);
        ALTER TABLE device ADD COLUMN signature \(dialect.blob);
        """
    }
}
