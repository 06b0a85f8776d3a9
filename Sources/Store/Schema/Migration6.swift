extension Migration {
    /// What an event's money is in, once and for all; and the ids by which changes are found whose answer was lost.
    static let sixth = Migration(number: 6) { words in
        """
        ALTER TABLE event ADD COLUMN currency \(words.text);
        UPDATE event SET currency = (SELECT min(currency) FROM ticket_order WHERE ticket_order.event = event.number);
        ALTER TABLE audit ADD COLUMN request \(words.blob);
        CREATE UNIQUE INDEX audit_request ON audit (request) WHERE request IS NOT NULL;
        """
    }
}
