import EventFixture
import Management
import Store
import Testing
import Ticketing

@Suite("Imports of guests while guests reply", .everyEngine)
struct ImportRaceTests {
    @Test("An import that changes a guest keeps the meal and the allergies that the guest saves meanwhile")
    func kept() async throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,companions,meal,ceremony\nGrace,2,rice,yes\n")
        let event = wedding.event.number
        let importing = try wedding.festival.store.write { connection in
            guard var guest = try connection.guests.locked(number: 1, of: event) else { throw Surprise("no guest") }
            let importing = try startWaiting(for: connection) {
                try wedding.importGuests("name,companions\nGrace,1\n")
            }
            (guest.details.meal, guest.details.allergy) = ("fish", "nuts")
            try connection.guests.update(guest)
            return importing
        }
        try await importing.value
        let grace = try wedding.services.guests.guest(named: "Grace", of: wedding.event).guest.details
        #expect(grace.meal == "fish" && grace.allergy == "nuts" && grace.companions == 1)
    }

    @Test(
        "An import keeps the meal that a guest chooses after the import has begun, although the list has another meal")
    func chosenMeanwhile() async throws {
        let wedding = try Wedding()
        try wedding.importGuests("name,meal,ceremony\nMoses,rice,yes\nGrace,rice,yes\n")
        _ = try wedding.festival.storefront()
        let event = wedding.event
        let importing = try wedding.festival.store.write { connection in
            guard var guest = try connection.guests.locked(number: 2, of: event.number),
                let visitor = try connection.users.visitor(),
                let change = AuditTrail.Change(
                    AuditSubject(.guest, 2), before: ["meal": "rice"], after: ["meal": "fish"])
            else { throw Surprise("no guest") }
            let importing = try startWaiting(for: connection) {
                try wedding.importGuests("name,meal\nMoses,beef\nGrace,beef\n")
            }
            guest.details.meal = "fish"
            try connection.guests.update(guest)
            try connection.audit.append(
                [change], organizer: event.organizer, at: Festival.start, user: visitor.id, action: "answerInvitation",
                event: event.number)
            return importing
        }
        try await importing.value
        let meals = try wedding.guests().map(\.guest.details.meal)
        #expect(meals == ["beef", "fish"])
    }
}
