import Store

/// A store's URL, as the command line and the environment take it.
enum StoreURL {
    static func address(_ url: String) throws -> StoreAddress {
        if url.hasPrefix("sqlite:") {
            return .sqlite(path: DataFolder.absolute(String(url.dropFirst("sqlite:".count))))
        }
        if PostgreSQLAddress.isOne(url) {
            do {
                return .postgreSQL(try PostgreSQLAddress(url: url))
            } catch let error as StoreError {
                throw Failure(.usage, "\(error)", hint: error.hint)
            }
        }
        let scheme = url.prefix { $0 != ":" }
        throw Failure(
            .usage, "this version knows no store of kind “\(scheme)”",
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
