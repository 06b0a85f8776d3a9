package import Management

extension UnconfirmedChange {
    /// The change as JSON. The values of fields appear as they are stored, with times in UTC.
    package var json: JSON {
        .object([
            ("action", .string(operation.rawValue)), ("event", .optional(eventTitle)),
            ("sub_event", .optional(subEventName)),
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
