import Languages
import Management
import Ticketing
import WebHost

/// The form of one picture on a page of the desk: its file, its description, and the button that removes it. The
/// template `picture-form` shows the form.
///
/// `scripts/upload.js` checks the size of a file before the upload; `scripts/picture-upload.js` shows the progress.
struct PictureForm {
    let role: PictureRole
    /// The path to which the form is sent. The button that removes the picture sends its form to `PATH/remove`.
    let path: String
    /// The beginning of the ids of the form’s elements. Different for each form of a page.
    let id: String
    /// The gate that the picture shows; nil for other pictures.
    var gate: String?

    struct Refused: Sendable {
        let text: String
        let faults: [FieldFault]
    }

    /// - Parameter picture: the stored picture; nil if no picture is stored.
    func context(_ picture: StoredPicture?, _ refused: Refused? = nil) -> TemplateContext {
        let description = FormField(
            "alt", Sentence(DeskPictureSentence.description), hint: Sentence(DeskPictureSentence.descriptionHint),
            id: "\(id)-alt")
        let faults = refused?.faults ?? []
        var context: [String: TemplateContext.Value] = [
            "role_id": .text(id), "role_path": .text(path), "role_title": .sentence(title),
            "role_about": .sentence(role.about), "role_limits": .sentence(role.limits),
            "role_file": .sentence(fileLabel), "role_remove": .sentence(role.removal),
            "role_bytes": .text("\(PictureError.byteLimit)"),
            "role_fields": .list([
                description.context(
                    refused?.text ?? picture?.alternativeText ?? "", fault: faults.text(of: "alt")?.asSentence)
            ]),
        ]
        if let gate { context["role_gate"] = .text(gate) }
        if let fault = faults.text(of: "file") { context["role_fault"] = .sentence(fault.asSentence) }
        if refused != nil { context["is_open"] = .section(TemplateContext([:])) }
        if let picture { context["role_picture"] = .section(TemplateContext(picture.context(sizes: "16rem"))) }
        return TemplateContext(context)
    }

    /// The summary of the fault of the file, as a template value; nil if the file has no fault.
    func fileFault(_ refused: Refused) -> TemplateContext.Value? {
        refused.faults.text(of: "file").map { ErrorSummary.fault($0.asSentence, of: fileLabel, at: "\(id)-file") }
    }

    private var title: Sentence {
        switch role {
        case .poster: Sentence(DeskPictureSentence.poster)
        case .logo: Sentence(DeskPictureSentence.logo)
        case .organizer: Sentence(DeskSubjectPictureSentence.organizer)
        case .gate: Sentence(DeskSubjectPictureSentence.gate, ["gate": .text(gate ?? "")])
        }
    }

    private var fileLabel: Sentence {
        switch role {
        case .poster: Sentence(DeskPictureSentence.posterFile)
        case .logo: Sentence(DeskPictureSentence.logoFile)
        case .organizer: Sentence(DeskSubjectPictureSentence.organizerFile)
        case .gate: Sentence(DeskSubjectPictureSentence.gateFile, ["gate": .text(gate ?? "")])
        }
    }
}

extension PictureRole {
    fileprivate var about: Sentence {
        switch self {
        case .poster: Sentence(DeskPictureSentence.posterAbout)
        case .logo: Sentence(DeskPictureSentence.logoAbout)
        case .organizer: Sentence(DeskSubjectPictureSentence.organizerAbout)
        case .gate: Sentence(DeskSubjectPictureSentence.gateAbout)
        }
    }

    fileprivate var limits: Sentence {
        switch self {
        case .poster: Sentence(DeskPictureSentence.posterLimits)
        case .logo, .organizer: Sentence(DeskPictureSentence.logoLimits)
        case .gate: Sentence(DeskSubjectPictureSentence.gateLimits)
        }
    }

    fileprivate var removal: Sentence {
        switch self {
        case .poster: Sentence(DeskPictureSentence.removePoster)
        case .logo: Sentence(DeskPictureSentence.removeLogo)
        case .organizer, .gate: Sentence(DeskSubjectPictureSentence.remove)
        }
    }
}
