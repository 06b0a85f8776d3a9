import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("Commands in which an event is given by the beginning of its name", .lowPriority, .slow)
struct ShortNameTests {
    @Test(
        """
        In commands about tickets, orders, reports, printing or gates, a draft with a similar name does not make the \
        beginning of a published event’s name ambiguous
        """)
    func draft() throws {
        let stage = try Stage()
        try #require(try stage.sh("eventpass ticket issue fair --type Regular --count 1").status == 0)
        try #require(try stage.sh("eventpass event duplicate fair --title 'Fair again'").status == 0)
        for command in ["ticket list fai", "order list fai", "report sales fai", "print status fai", "gate stats fai"] {
            let outcome = try stage.sh("eventpass \(command)")
            #expect(outcome.status == 0, "\(command): \(outcome)")
        }
        // A command that changes an event treats drafts like published events. So “fai” is ambiguous in this command.
        let edited = try stage.sh("eventpass event edit fai --venue Hall")
        #expect(edited.status != 0 && edited.errorText.contains("fair-again"), "\(edited)")
    }
}
