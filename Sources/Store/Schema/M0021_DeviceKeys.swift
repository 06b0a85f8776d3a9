extension Migration {
    /// Adds the rights of each gate pack, and the keys with which packs sign the chains of their records. A pack that
    /// an earlier version of this program made has neither rights nor a key. Such a pack can be merged, but not
    /// refreshed.
    static let m0021DeviceKeys = Migration(number: 21) { dialect in
        """
        -- The rights of the device's pack. `proof` is the method with which the pack verifies tokens. It is null if an
        -- earlier version of the program made the pack and did not store its rights. `shows_names` is 1 if the pack has
        -- the names of ticket holders. `gates` has the gates that may use the pack, one on each line, and is null for
        -- all gates. `function` is the only sub-event of the pack, and is null for all sub-events.
        ALTER TABLE gate_device ADD COLUMN proof \(dialect.text);
        ALTER TABLE gate_device ADD COLUMN shows_names \(dialect.integer) CHECK (shows_names IN (0, 1));
        ALTER TABLE gate_device ADD COLUMN gates \(dialect.text);
        ALTER TABLE gate_device ADD COLUMN function \(dialect.integer);

        -- The Ed25519 key pair with which the main store certifies the keys of an event's packs. `seed` is the private
        -- key. It is null in a pack, because a pack has only the public key.
        CREATE TABLE device_authority (
            event \(dialect.integer) PRIMARY KEY,
            public_key \(dialect.blob) NOT NULL,
            seed \(dialect.blob)
        )\(dialect.rows);
        -- The Ed25519 keys with which packs sign the heads of their chains. `seed` is the private key. A pack has its
        -- own private key, but not the private keys of other packs, so `seed` is null in their rows. The main store has
        -- no private keys of packs.
        CREATE TABLE device_key (
            device \(dialect.blob) PRIMARY KEY,
            event \(dialect.integer) NOT NULL,
            pack \(dialect.integer) NOT NULL,
            public_key \(dialect.blob) NOT NULL,
            certificate \(dialect.blob) NOT NULL,
            seed \(dialect.blob)
        )\(dialect.keyed);
        -- The signature of the chain by its device, and the sequence number of the last record that the signature
        -- covers. Both are null if the chain is not signed.
        ALTER TABLE device ADD COLUMN signed \(dialect.integer);
        ALTER TABLE device ADD COLUMN signature \(dialect.blob);
        """
    }
}
