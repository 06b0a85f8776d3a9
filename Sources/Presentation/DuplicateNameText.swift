package import Ticketing

/// The texts by which people recognize the tickets of a list. A ticket's text contains the names of its holder and its
/// guests. If the holders of several tickets of the list have the same name, the texts of these tickets also contain
/// the e-mail address.
package struct DuplicateNameText {
    private let guests: [Serial: [String]]
    private let counts: [String: Int]

    /// - Parameter guests: the names of the guests on each ticket that has guests, by the ticket's serial.
    package init(_ tickets: [Ticket], guests: [Serial: [String]]) {
        self.guests = guests
        counts = Dictionary(tickets.compactMap { $0.holder.map { ($0.folded, 1) } }, uniquingKeysWith: +)
    }

    package func guests(of ticket: Ticket) -> [String] { guests[ticket.serial] ?? [] }

    /// The text for a ticket of the list: `Nakato (Grace Nakato, John Nakato), grace@example.org`. Nil for a ticket
    /// without names.
    package func text(_ ticket: Ticket) -> String? {
        let names = guests(of: ticket)
        let isGuestAlone = names.count == 1 && names[0].folded == ticket.holder?.folded
        let inside = names.isEmpty || isGuestAlone ? nil : "(\(names.joined(separator: ", ")))"
        let isAlike = ticket.holder.map { counts[$0.folded, default: 0] > 1 } ?? false
        let name = [ticket.holder, inside].compactMap(\.self).joined(separator: " ")
        let parts = [name.isEmpty ? nil : name, isAlike ? ticket.email?.rawValue : nil].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
