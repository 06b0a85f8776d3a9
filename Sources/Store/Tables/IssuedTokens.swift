import Ticketing

extension StoreConnection {
    var issuedTokens: IssuedTokens { IssuedTokens(connection: self) }
}

/// The data from which the current tokens of tickets are made.
struct IssuedTokens {
    let connection: any StoreConnection

    private static let columns = "serial, type, admits, key, issue, valid_from, valid_until"

    /// Calls `body` with the token data of every ticket of an event, sorted by serial.
    func forEach(of event: EventNumber, _ body: (IssuedToken) throws -> Void) throws {
        try connection.forEachRow(
            "SELECT \(IssuedTokens.columns) FROM ticket WHERE event = $1 ORDER BY serial", [.int(event.rawValue)]
        ) { try body(IssuedTokens.token($0)) }
    }

    func of(_ serials: SerialList, event: EventNumber) throws -> [IssuedToken] {
        try connection.all(
            "SELECT \(IssuedTokens.columns) FROM ticket WHERE event = $1 AND serial IN (\(serials.placeholders))",
            [.int(event.rawValue)] + serials.values, IssuedTokens.token)
    }

    static func token(_ row: any SQLRow) throws -> IssuedToken {
        IssuedToken(
            serial: try row.value(0), type: try row.value(1), admits: try row.value(2), key: try row.byte(3),
            issue: try row.byte(4), window: try row.window(from: 5))
    }
}
