import Ticketing

extension PostgreSQLConnection {
    /// Asked anew each time, unlike `now()`, which is the beginning of the transaction.
    func serverClock() throws -> Instant? {
        try first("SELECT CAST(floor(extract(epoch FROM clock_timestamp()) * 1000) AS BIGINT)", []) {
            Instant(milliseconds: $0.integer(0))
        }
    }
}
