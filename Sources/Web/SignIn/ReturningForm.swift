/// A form whose sender was not signed in any more: it is kept in their browser until they are, and then shown again, so
/// that nothing typed is lost and nothing is sent twice.
struct ReturningForm: Sendable {
    let action: NextPage
    let fields: FormFields

    /// Nil where nothing was typed, or what was typed is not to be seen again.
    init?(_ action: NextPage?, _ fields: FormFields?) {
        guard let action, let fields else { return nil }
        let kept = fields.without { $0 == Antiforgery.field || $0.contains("password") }
        guard !kept.isEmpty else { return nil }
        self.action = action
        self.fields = kept
    }

    /// For the templates `sign-in` and `again`.
    var facts: Facts {
        Facts([
            "action": .text(action.path), "encoded": .text(fields.encoded),
            "fields": .list(fields.all.map { Facts(["name": .text($0.name), "value": .text($0.value)]) }),
        ])
    }
}
