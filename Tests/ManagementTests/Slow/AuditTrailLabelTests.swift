import EventFixture
import Languages
import Management
import Testing
import Ticketing

@Suite("Labels of fields in the audit trail", .slow)
struct AuditTrailLabelTests {
    @Test("After every operation, the label of each recorded field differs from the field’s name in the store")
    func everyOperation() throws {
        let festival = try Festival(engine: .sqlite)
        let owner = try festival.services(as: .owner)
        for call in calls { try call.attempt(festival, owner) }
        var records: [AuditRecord] = []
        for organizer in try festival.services.organizers.organizers() {
            try festival.services.audit.forEachChange(of: organizer) { records.append($0) }
        }
        try festival.services.audit.forEachChangeOfStore { records.append($0) }
        var checked: Set<String> = []
        for record in records {
            let kind = record.subject.kind
            // In the records of guests, a field can have the name of a sub-event, which begins with a capital letter.
            // Such a name is its own label.
            let names = Set(record.before.keys).union(record.after.keys)
                .filter { kind != .guest || $0.first?.isUppercase == false }
            for name in names where checked.insert("\(kind.rawValue) \(name)").inserted {
                let label = kind.label(ofField: name).english
                #expect(label != name && label != name.spaced && !label.contains("_"), "\(record.action): \(name)")
            }
        }
        #expect(checked.count > 60, "\(checked.sorted())")
    }
}
