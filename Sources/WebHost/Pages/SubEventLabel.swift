package import Ticketing

/// The label of sub-events on pages, by the kind of event: “Function” at a celebration, “Session” elsewhere.
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
