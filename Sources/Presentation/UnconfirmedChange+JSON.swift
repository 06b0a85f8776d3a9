package import Management

extension UnconfirmedChange {
    /// Members for the JSON of an error. The error refuses this change until a person confirms it. The members are the
    /// number of people who would get messages about the change, and the change itself.
    package var members: [(String, JSON)] { [("recipients", .int(people)), ("change", json)] }

    /// The change as JSON. The values of fields appear as they are stored, with times in UTC. The member `least_cost`
    /// is the cost of the SMS if each SMS has only one part.
    package var json: JSON {
        .object([
            ("action", .string(operation.rawValue)), ("event", .optional(eventTitle)),
            ("sub_event", .optional(subEventName)), ("by_sms", .int(recipients.bySMS)),
            ("least_cost", .optional(recipients.leastCost?.description)),
            (
                "fields",
                .array(
                    edits.map { edit in
                        .object([
                            ("field", .string(edit.field)), ("before", .optional(edit.before)),
                            ("after", .optional(edit.after)),
                        ])
                    })
            ),
        ])
    }
}
