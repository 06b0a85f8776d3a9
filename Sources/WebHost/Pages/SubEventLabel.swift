package import Languages
package import Ticketing

/// The word that pages use for an event’s sub-events: “Function” if the event is a celebration, “Session” for all other
/// events.
package struct SubEventLabel {
    package let singular: Sentence
    package let plural: Sentence
    /// The label in lower case, for use in a sentence.
    package let singularWord: Sentence
    package let pluralWord: Sentence

    package init(_ kind: EventDetails.Kind) {
        if kind == .celebration {
            singular = Sentence(SubEventSentence.function)
            plural = Sentence(SubEventSentence.functions)
            singularWord = Sentence(SubEventSentence.functionWord)
            pluralWord = Sentence(SubEventSentence.functionsWord)
        } else {
            singular = Sentence(SubEventSentence.session)
            plural = Sentence(SubEventSentence.sessions)
            singularWord = Sentence(SubEventSentence.sessionWord)
            pluralWord = Sentence(SubEventSentence.sessionsWord)
        }
    }

    /// Template values for the label in the singular and in the plural, for use as a heading and in a sentence.
    package var context: [String: TemplateContext.Value] {
        [
            "sub_event_label": .sentence(singular), "sub_events_label": .sentence(plural),
            "sub_event_word": .sentence(singularWord), "sub_events_word": .sentence(pluralWord),
        ]
    }
}
