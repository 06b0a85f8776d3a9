/// A form that was sent after the session had ended, and therefore changed nothing. The sign-in page keeps the form’s
/// fields. After the user has signed in, a page shows the fields, so that the user can check them and send the form
/// again.
struct InterruptedForm: Sendable {
    let action: ReturnPath
    let fields: FormFields

    /// A field whose name contains one of these words is secret, and is not kept.
    private static let secrets = ["password", "number"]
    /// The maximum size of the encoded fields in bytes. The sign-in form contains these fields and encodes them a
    /// second time, so their size must be well below the limit for a form.
    private static let maximumLength = BodyLimit.form.bytes / 2

    /// Keeps the fields of a form that are not secret. Nil if no fields remain, or if the remaining fields are too many
    /// or too long.
    init?(_ action: ReturnPath?, _ fields: FormFields?) {
        guard let action, let fields else { return nil }
        let remaining = fields.without { name in
            name == CSRFToken.field || InterruptedForm.secrets.contains { name.contains($0) }
        }
        guard !remaining.isEmpty, remaining.values.count <= BodyLimit.mostFields,
            remaining.encoded.utf8.count <= InterruptedForm.maximumLength
        else { return nil }
        self.action = action
        self.fields = remaining
    }

    /// The names of hidden fields, which the page does not show.
    private static let hidden: Set<String> = [
        PageRequest.formID, "request", "issue", "revision", "from", "back", "sold", "preview_hash", "for", "after",
        "found",
        "go", "username", RecipientConfirmation.field,
    ]

    /// The values for the templates `sign-in` and `interrupted-form`. The pages show the fields that the user has
    /// filled in. For some fields, the form contains a hash of the stored value (`FieldMerge`). Such a field is left
    /// out if its value is still the stored value.
    var context: TemplateContext {
        get throws {
            let typed = try fields.values.filter { name, value in
                try !value.isEmpty && !InterruptedForm.hidden.contains(name) && !name.hasPrefix(FieldMerge.prefix)
                    && fields.values(FieldMerge.name(name)) != [FieldMerge.fingerprint(value)]
            }
            return TemplateContext([
                "action": .text(action.path), "encoded": .text(fields.encoded),
                "fields": .list(
                    fields.values.map { TemplateContext(["name": .text($0.name), "value": .text($0.value)]) }),
                "typed": .list(
                    typed.map {
                        TemplateContext(["typed_name": .text($0.name.fieldLabel), "typed_value": .text($0.value)])
                    }),
            ])
        }
    }
}

extension String {
    /// Turns the name of a field into a label: `minimum-age` becomes `Minimum age`.
    fileprivate var fieldLabel: String {
        let text = replacing("-", with: " ").replacing("_", with: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
