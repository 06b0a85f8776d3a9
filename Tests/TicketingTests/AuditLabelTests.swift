import Languages
import Testing
import Ticketing

@Suite("Labels of fields in histories")
struct AuditLabelTests {
    @Test("In histories, a form’s field has the same label as in the form, and not its name in the store")
    func forms() {
        check(.organizer, OrganizerDetails.self)
        check(.event, EventDetails.self)
        check(.type, TicketTypeDetails.self)
        check(.subEvent, SubEventDetails.self)
        check(.formerSubEvent, SubEventDetails.self)
        check(.ticket, HolderDetails.self)
        check(.order, Buyer.self)
        check(.order, Payment.self)
        check(.guest, GuestDetails.self)
        check(.webhook, WebhookDetails.self)
    }

    private func check<Entity: FieldEntity>(_ kind: AuditSubject.Kind, _ entity: Entity.Type) {
        for field in Entity.fields {
            let label = kind.label(ofField: field.name)
            #expect(label == field.label && label.english != field.name, "\(kind): \(field.name)")
        }
    }

    @Test(
        "Fields that are in no form also have readable labels; a field that is named after a sub-event keeps this name")
    func others() {
        let labels: [(AuditSubject.Kind, String, String)] = [
            (.order, "refund_owed", "Refund owed"), (.order, "type 3", "Tickets of type 3"),
            (.event, "answers lost", "Answers deleted"), (.event, "tickets issued", "Tickets: issued"),
            (.event, "tickets", "Tickets"), (.type, "order", "Order of the types"), (.ticket, "order", "Order"),
            (.template, "subject", "Subject"), (.guest, "household", "Household"),
            (.guest, "companion 2 meal", "Companion 2: Meal"), (.guest, "companion 15 child", "Companion 15: Child"),
            (.guest, "Reception", "Reception"), (.guest, "reason", "reason"),
            (.guest, "sub-event meal", "sub-event meal"),
            // Another version of the program has recorded this field.
            (.user, "shoe_size", "shoe size"),
        ]
        for (kind, name, label) in labels {
            let found = kind.label(ofField: name).english
            #expect(found == label, "\(kind): \(name)")
        }
    }
}
