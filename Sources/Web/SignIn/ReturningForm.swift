/// A form whose sender was not signed in any more: it is kept in their browser until they are, and then shown again, so
/// that nothing typed is lost and nothing is sent twice.
struct ReturningForm: Sendable {
    let action: NextPage
    let fields: FormFields

    /// The names of secret fields.
    private static let secrets = ["password", "number"]
    /// Octets that are kept: the form to sign in brings them back, written as forms are once more.
    private static let most = BodyLimit.form.bytes / 2

    /// Nil where nothing was typed, or what was typed is too long, or not to be seen again.
    init?(_ action: NextPage?, _ fields: FormFields?) {
        guard let action, let fields else { return nil }
        let kept = fields.without { name in
            name == Antiforgery.field || ReturningForm.secrets.contains { name.contains($0) }
        }
        guard !kept.isEmpty, kept.encoded.utf8.count <= ReturningForm.most else { return nil }
        self.action = action
        self.fields = kept
    }

    /// Fields that nobody typed: pages hide them, and they are sent back as they came.
    private static let hidden: Set<String> = [
        Visit.formID, "request", "issue", "revision", "from", "back", "sold", "told", "for", "after", "go",
        "username",
    ]

    /// For the templates `sign-in` and `again`.
    var facts: Facts {
        let typed = fields.all.filter {
            !$0.value.isEmpty && !ReturningForm.hidden.contains($0.name) && !$0.name.hasPrefix(Seen.prefix)
        }
        return Facts([
            "action": .text(action.path), "encoded": .text(fields.encoded),
            "fields": .list(fields.all.map { Facts(["name": .text($0.name), "value": .text($0.value)]) }),
            "typed": .list(
                typed.map { Facts(["typed_name": .text($0.name.fieldWords), "typed_value": .text($0.value)]) }),
        ])
    }
}

extension String {
    /// The name of a field for people: `Minimum age` of `minimum-age`.
    fileprivate var fieldWords: String {
        let words = replacing("-", with: " ").replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
