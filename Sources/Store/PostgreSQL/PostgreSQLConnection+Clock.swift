import Ticketing

extension PostgreSQLConnection {
    /// The current time of the server's clock. The SQL function `now()` is not used, because it returns the time at
    /// which the transaction began.
    func serverClock() throws -> Instant? {
        try first("SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)", []) {
            Instant(milliseconds: $0.integer(0))
        }
    }
}
