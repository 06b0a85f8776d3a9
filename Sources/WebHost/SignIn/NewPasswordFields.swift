import Cryptography
import Languages
import Management

/// The fields of a form in which a user types a new password twice. The template `new-password` renders them.
enum NewPasswordFields {
    /// The fault of one of the two fields. `field` is the id of the field’s element.
    struct Fault: Error {
        let field: String
        let text: Sentence

        var context: [String: TemplateContext.Value] { ["\(field)_fault": .sentence(text)] }
    }

    static let context: [String: TemplateContext.Value] = ["least": .text("\(NewPassword.leastCharacters)")]

    /// - Throws: `Fault` if the password is too short or too long, or if the two fields differ; `Problem` 400 if a
    ///   field occurs twice.
    static func password(in form: FormFields) throws -> NewPassword {
        let text = try form.value("new_password") ?? ""
        let password: NewPassword
        do {
            password = try NewPassword(SecretBytes(copying: text.utf8.span))
        } catch ManagementError.invalid {
            throw Fault(
                field: "new",
                text: Sentence(DeskSentence.passwordTooShort, ["least": .number(NewPassword.leastCharacters)]))
        }
        guard try form.value("repeated_password") == text else {
            throw Fault(field: "repeated", text: Sentence(DeskSentence.passwordsDiffer))
        }
        return password
    }
}
