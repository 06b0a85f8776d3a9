extension Migration {
    /// Adds the currency of each event. Once the currency of an event is set, it never changes. Also adds ids of
    /// requests to the audit trail. If the response to a request was lost, the client can find out with this id whether
    /// the change was made.
    static let m0008CurrenciesAndRequests = Migration(number: 8) { dialect in
        """
        ALTER TABLE event ADD COLUMN currency \(dialect.text);
        ALTER TABLE event ADD COLUMN several_currencies \(dialect.integer) NOT NULL DEFAULT 0
            CHECK (several_currencies IN (0, 1));
        UPDATE event SET currency = (SELECT min(currency) FROM ticket_order WHERE ticket_order.event = event.number),
            several_currencies = (SELECT CASE WHEN min(currency) <> max(currency) THEN 1 ELSE 0 END
                FROM ticket_order WHERE ticket_order.event = event.number);
        ALTER TABLE audit ADD COLUMN request \(dialect.blob);
        CREATE UNIQUE INDEX audit_request ON audit (request) WHERE request IS NOT NULL;
        """
    }
}
