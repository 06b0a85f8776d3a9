extension Migration {
    /// Adds orders with their reservations, the price at which each ticket was sold, and the rules for selling the
    /// tickets of each type.
    static let m0003OrdersAndSales = Migration(number: 3) { dialect in
        """
        ALTER TABLE ticket_type ADD COLUMN opens \(dialect.integer);
        ALTER TABLE ticket_type ADD COLUMN closes \(dialect.integer);
        ALTER TABLE ticket_type ADD COLUMN least \(dialect.integer) NOT NULL DEFAULT 1 CHECK (least >= 1);
        ALTER TABLE ticket_type ADD COLUMN most \(dialect.integer);
        -- The names of the gates at which tickets of this type are valid, one name on each line. If the column is null,
        -- the tickets are valid at every gate.
        ALTER TABLE ticket_type ADD COLUMN gates \(dialect.text);
        ALTER TABLE ticket_type ADD COLUMN hidden \(dialect.integer) NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));
        ALTER TABLE ticket_type ADD COLUMN minimum_age \(dialect.integer);
        -- `held` of a ticket type is the number of its tickets that pending orders have reserved. `held` of an event is
        -- the number of people on its reserved tickets. The columns `issued` and `people` do not include reserved
        -- tickets.
        ALTER TABLE ticket_type ADD COLUMN held \(dialect.integer) NOT NULL DEFAULT 0 CHECK (held >= 0);
        ALTER TABLE event ADD COLUMN held \(dialect.integer) NOT NULL DEFAULT 0 CHECK (held >= 0);

        CREATE TABLE ticket_order (
            event \(dialect.integer) NOT NULL REFERENCES event (number),
            number \(dialect.integer) NOT NULL CHECK (number > 0),
            buyer \(dialect.text) NOT NULL,
            email \(dialect.text),
            phone \(dialect.text),
            currency \(dialect.text),
            total \(dialect.integer) NOT NULL CHECK (total >= 0),
            status \(dialect.text) NOT NULL,
            created \(dialect.integer) NOT NULL,
            expires \(dialect.integer),
            holding \(dialect.integer) NOT NULL CHECK (holding IN (0, 1)),
            method \(dialect.text),
            reference \(dialect.text),
            amount_paid \(dialect.integer),
            paid \(dialect.integer),
            refund_owed \(dialect.integer) NOT NULL DEFAULT 0 CHECK (refund_owed >= 0),
            request \(dialect.text),
            payment_request \(dialect.text),
            PRIMARY KEY (event, number)
        )\(dialect.keyed);
        CREATE INDEX ticket_order_created ON ticket_order (event, created, number);
        CREATE INDEX ticket_order_holding ON ticket_order (event, expires) WHERE holding = 1;
        -- Each request creates at most one order.
        CREATE UNIQUE INDEX ticket_order_request ON ticket_order (event, request) WHERE request IS NOT NULL;

        CREATE TABLE order_line (
            event \(dialect.integer) NOT NULL,
            ticket_order \(dialect.integer) NOT NULL,
            type \(dialect.integer) NOT NULL,
            count \(dialect.integer) NOT NULL CHECK (count > 0),
            price \(dialect.integer) NOT NULL CHECK (price >= 0),
            admits \(dialect.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            PRIMARY KEY (event, ticket_order, type),
            FOREIGN KEY (event, ticket_order) REFERENCES ticket_order (event, number),
            FOREIGN KEY (event, type) REFERENCES ticket_type (event, number)
        )\(dialect.keyed);

        -- The order with which the ticket was sold, and its price in minor units of its currency. A report adds up the
        -- prices with a single query. `due` is the amount that the holder must still pay before a gate admits them, in
        -- the same units. It is null if nothing is due.
        ALTER TABLE ticket ADD COLUMN ticket_order \(dialect.integer);
        ALTER TABLE ticket ADD COLUMN price \(dialect.integer);
        ALTER TABLE ticket ADD COLUMN currency \(dialect.text);
        ALTER TABLE ticket ADD COLUMN due \(dialect.integer);
        CREATE INDEX ticket_of_order ON ticket (ticket_order, serial) WHERE ticket_order IS NOT NULL;
        """
    }
}
