import Languages
import WebHost

/// The page that asks a user to confirm that a change queues messages to many people. It shows the number of people. Its
/// form sends the fields of the refused form again, with the confirmation.
struct ConfirmRecipientsPage: Sendable {
    let desk: Desk

    /// - Parameter people: the number of people to whom the refused change would queue messages.
    func page(_ request: PageRequest, people: Int) async throws -> RouteResponse {
        let form = try await request.form().without { name in
            [CSRFToken.field, PageRequest.formID, RecipientConfirmation.field].contains(name)
        }
        let count: [String: SentenceArgument] = ["count": .number(people)]
        let title = Sentence(DeskOutboxSentence.changeTitle, count)
        return try desk.page(
            request, "desk-confirm-recipients", title: title,
            [
                "confirm_title": .sentence(title), "confirm_about": .sentence(DeskOutboxSentence.changeAbout, count),
                "send_label": .sentence(DeskOutboxSentence.confirmChange, count), "action": .text(request.target),
                "field": .text(RecipientConfirmation.field), "people": .text("\(people)"),
                "back_path": .text(ConfirmRecipientsPage.backPath(request)),
                "fields": .list(
                    form.values.map { TemplateContext(["name": .text($0.name), "value": .text($0.value)]) }),
            ])
    }

    /// The address of the event's or organizer's page.
    private static func backPath(_ request: PageRequest) -> String {
        if let event = request.pathParameter("event") { return "/desk/e/\(FormFields.encode(event))" }
        if let organizer = request.pathParameter("organizer") {
            return "/desk/organizers/\(FormFields.encode(organizer))"
        }
        return "/desk"
    }
}
