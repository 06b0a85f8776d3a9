import Store

/// A store's URL, as the command line and the environment take it.
enum StoreURL {
    static func address(_ url: String) throws -> StoreAddress {
        if url.hasPrefix("sqlite:") {
            let path = String(url.dropFirst("sqlite:".count))
            // A kind of store before another's URL, which may hold a password.
            guard !path.contains("://") else {
                throw Failure(
                    .usage, "sqlite: is followed by a path, and not by a URL", hint: "leave out sqlite: before a URL")
            }
            return .sqlite(path: DataFolder.absolute(path))
        }
        if PostgreSQLAddress.isOne(url) {
            do {
                return .postgreSQL(try PostgreSQLAddress(url: url))
            } catch let error as StoreError {
                throw Failure(.usage, "\(error)", hint: error.hint)
            }
        }
        // Anything but a plain word may hold a password.
        let scheme = url.prefix { $0 != ":" }
        let shown = scheme.allSatisfy { $0.isASCII && $0.isLetter } && scheme.count < url.count ? " “\(scheme)”" : ""
        throw Failure(
            .usage, "this version knows no such kind of store\(shown)",
            hint: "a store is sqlite:PATH, postgres://user@host/database, or a data folder's own")
    }

    /// One that was typed as an argument, where every user of the machine can read it.
    static func address(argument url: String) throws -> StoreAddress {
        let address = try address(url)
        if case .postgreSQL(let postgreSQL) = address, postgreSQL.hasPassword {
            throw Failure(
                .usage, "a password in an argument can be read by everybody on this machine",
                hint: "leave it out, and give it in EVENTPASS_STORE, PGPASSWORD or ~/.pgpass")
        }
        return address
    }
}
