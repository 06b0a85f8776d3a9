package import Languages
package import Management

extension Language {
    /// The number of people inside with a ticket, in words: `2 of 3 inside`, or `not invited here` at a sub-event to
    /// which the ticket admits nobody.
    package func text(_ people: PeopleOnTicket) -> String {
        let inside = SentenceArgument.number(people.inside)
        if people.admits > 0 {
            return text(GatePageSentence.peopleInside, ["inside": inside, "party": .number(people.admits)])
        }
        // People whose invitation was withdrawn can still be inside.
        return people.inside > 0
            ? text(GatePageSentence.insideUninvited, ["inside": inside]) : text(GatePageSentence.uninvited)
    }
}
