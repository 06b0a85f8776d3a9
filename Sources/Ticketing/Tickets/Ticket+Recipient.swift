extension Ticket {
    /// Whether the ticket still belongs to its original recipient. A transfer increases the ticket's issue number, and
    /// changes the holder or the e-mail address.
    ///
    /// - Parameters:
    ///   - holders: the names that the ticket's holder can have if the ticket was never transferred.
    ///   - address: the e-mail address that the ticket has if it was never transferred; nil if it then has no address.
    public func belongs(with holders: Set<String>, _ address: EmailAddress?) -> Bool {
        issue == 0 || holder.map(holders.contains) == true && email == address
    }

    /// Whether the ticket still belongs to the buyer of its order. The tickets of a buyer without a name have no
    /// holder.
    ///
    /// - Parameter buyer: the order's `confirmedBuyer`.
    public func belongs(with buyer: Buyer) -> Bool {
        belongs(with: [buyer.name], buyer.emailAddress)
            || (buyer.name.isEmpty && holder == nil && email == buyer.emailAddress)
    }

    /// Whether the ticket still belongs to the guests that it admits.
    ///
    /// - Parameters:
    ///   - guests: the names of all guests on the ticket, in the order of their numbers.
    ///   - households: the names of their households.
    public func belongs(withGuests guests: [String], households: Set<String>) -> Bool {
        belongs(with: households.union(guests).union([guests.joined(separator: ", ")]), nil)
    }
}
