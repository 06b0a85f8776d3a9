package import Ticketing

/// The word that pages use for an event’s sub-events: “Function” if the event is a celebration, “Session” for all other
/// events.
package struct SubEventLabel {
    package let singular: String
    package let plural: String

    package init(_ kind: EventDetails.Kind) {
        (singular, plural) = kind == .celebration ? ("Function", "Functions") : ("Session", "Sessions")
    }

    /// Template values for the label in the singular and in the plural, for use as a heading and in a sentence.
    package var context: [String: TemplateContext.Value] {
        [
            "sub_event_label": .text(singular), "sub_events_label": .text(plural),
            "sub_event_word": .text(singular.lowercased()), "sub_events_word": .text(plural.lowercased()),
        ]
    }
}
