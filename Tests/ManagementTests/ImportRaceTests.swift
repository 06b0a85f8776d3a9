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
}
