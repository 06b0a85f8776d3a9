extension Migration {
    /// Sale rules of ticket types; orders with their reservations; the price at which a ticket was sold.
    static let m0003OrdersAndSales = Migration(number: 3) { words in
        """
        ALTER TABLE ticket_type ADD COLUMN opens \(words.integer);
        ALTER TABLE ticket_type ADD COLUMN closes \(words.integer);
        ALTER TABLE ticket_type ADD COLUMN least \(words.integer) NOT NULL DEFAULT 1 CHECK (least >= 1);
        ALTER TABLE ticket_type ADD COLUMN most \(words.integer);
        -- Names, one a line; absent is every gate.
        ALTER TABLE ticket_type ADD COLUMN gates \(words.text);
        ALTER TABLE ticket_type ADD COLUMN hidden \(words.integer) NOT NULL DEFAULT 0 CHECK (hidden IN (0, 1));
        ALTER TABLE ticket_type ADD COLUMN minimum_age \(words.integer);
        -- What pending orders have taken, beside `issued` and `people`.
        ALTER TABLE ticket_type ADD COLUMN held \(words.integer) NOT NULL DEFAULT 0 CHECK (held >= 0);
        ALTER TABLE event ADD COLUMN held \(words.integer) NOT NULL DEFAULT 0 CHECK (held >= 0);

        CREATE TABLE ticket_order (
            event \(words.integer) NOT NULL REFERENCES event (number),
            number \(words.integer) NOT NULL CHECK (number > 0),
            buyer \(words.text) NOT NULL,
            email \(words.text),
            phone \(words.text),
            currency \(words.text),
            total \(words.integer) NOT NULL CHECK (total >= 0),
            status \(words.text) NOT NULL,
            created \(words.integer) NOT NULL,
            expires \(words.integer),
            holding \(words.integer) NOT NULL CHECK (holding IN (0, 1)),
            method \(words.text),
            reference \(words.text),
            amount_paid \(words.integer),
            paid \(words.integer),
            refund_owed \(words.integer) NOT NULL DEFAULT 0 CHECK (refund_owed >= 0),
            request \(words.text),
            payment_request \(words.text),
            PRIMARY KEY (event, number)
        )\(words.keyed);
        CREATE INDEX ticket_order_created ON ticket_order (event, created, number);
        CREATE INDEX ticket_order_holding ON ticket_order (event, expires) WHERE holding = 1;
        -- One request, one order.
        CREATE UNIQUE INDEX ticket_order_request ON ticket_order (event, request) WHERE request IS NOT NULL;

        CREATE TABLE order_line (
            event \(words.integer) NOT NULL,
            ticket_order \(words.integer) NOT NULL,
            type \(words.integer) NOT NULL,
            count \(words.integer) NOT NULL CHECK (count > 0),
            price \(words.integer) NOT NULL CHECK (price >= 0),
            admits \(words.integer) NOT NULL CHECK (admits BETWEEN 1 AND 16),
            PRIMARY KEY (event, ticket_order, type),
            FOREIGN KEY (event, ticket_order) REFERENCES ticket_order (event, number),
            FOREIGN KEY (event, type) REFERENCES ticket_type (event, number)
        )\(words.keyed);

        -- What a ticket was sold for, in minor units; reports are one GROUP BY over it.
        ALTER TABLE ticket ADD COLUMN ticket_order \(words.integer);
        ALTER TABLE ticket ADD COLUMN price \(words.integer);
        ALTER TABLE ticket ADD COLUMN currency \(words.text);
        ALTER TABLE ticket ADD COLUMN due \(words.integer);
        CREATE INDEX ticket_of_order ON ticket (ticket_order, serial) WHERE ticket_order IS NOT NULL;
        """
    }
}
