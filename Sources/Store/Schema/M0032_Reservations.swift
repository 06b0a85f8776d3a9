extension Migration {
    /// Adds the confirmation of orders: visitors confirm an order with a link that is sent to them. Also adds the
    /// deadline for guests' answers.
    static let m0032Reservations = Migration(number: 32) { dialect in
        """
        -- The address to which the link for the confirmation was sent, the time by which the visitor must confirm the
        -- order, and the time of the confirmation. The first two are null for an order that needs no confirmation.
        ALTER TABLE ticket_order ADD COLUMN confirm_address \(dialect.text);
        ALTER TABLE ticket_order ADD COLUMN confirm_by \(dialect.integer);
        ALTER TABLE ticket_order ADD COLUMN confirmed \(dialect.integer);
        CREATE INDEX ticket_order_confirm_by ON ticket_order (confirm_by) WHERE confirm_by IS NOT NULL AND holding = 1;
        CREATE INDEX ticket_order_to_confirm ON ticket_order (confirm_by)
            WHERE status = 'pending' AND confirm_by IS NOT NULL AND confirmed IS NULL AND method IS NULL;
        CREATE INDEX ticket_order_confirm_address ON ticket_order (event, confirm_address)
            WHERE confirm_address IS NOT NULL;
        CREATE INDEX ticket_order_due_at_door ON ticket_order (event, number)
            WHERE visitor IS NOT NULL AND status = 'pending' AND method = 'at-the-door';
        ALTER TABLE event ADD COLUMN answer_by \(dialect.integer);
        """
    }
}
