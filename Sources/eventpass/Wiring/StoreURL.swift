import Store

/// The parser of store URLs from the command line and the environment.
enum StoreURL {
    static func address(_ url: String) throws -> StoreAddress {
        if url.hasPrefix("sqlite:") {
            let path = String(url.dropFirst("sqlite:".count))
            // A URL after `sqlite:` may contain a password, so it is not shown.
            guard !path.contains("://") else {
                throw CommandFailure(
                    .usage, "sqlite: needs a path, not a URL", hint: "leave out sqlite: before a URL")
            }
            return .sqlite(path: DataFolder.absolute(path))
        }
        if PostgreSQLAddress.isPostgreSQLURL(url) {
            do {
                return .postgreSQL(try PostgreSQLAddress(url: url))
            } catch let error as StoreError {
                throw CommandFailure(.usage, "\(error)", hint: error.hint)
            }
        }
        // Anything but a plain word may contain a password.
        let scheme = url.prefix { $0 != ":" }
        let shown = scheme.allSatisfy { $0.isASCII && $0.isLetter } && scheme.count < url.count ? " “\(scheme)”" : ""
        throw CommandFailure(
            .usage, "unknown kind of store\(shown)",
            hint: "use sqlite:PATH or postgres://user@host/database")
    }

    /// Parses a URL from an argument. Refuses a password, because all users of the machine can read arguments.
    static func address(argument url: String) throws -> StoreAddress {
        let address = try address(url)
        if case .postgreSQL(let postgreSQL) = address, postgreSQL.hasPassword {
            throw CommandFailure(
                .usage, "all users of this machine can read a password in an argument",
                hint: "leave it out, and set it in EVENTPASS_STORE, PGPASSWORD or ~/.pgpass")
        }
        return address
    }
}
