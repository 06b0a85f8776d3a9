import EventFixture
import Testing

@Suite("Event titles that are numbers", .lowPriority)
struct NumberTitleTests {
    @Test("A command finds an event by its number, even if the title of another event is the same number")
    func titles() throws {
        let stage = try Stage()
        let number = try #require(
            stage.sh("eventpass event show fair --json").text.firstMatch(of: /"number":([0-9]+)/)?.1)
        let create = """
            eventpass event create --venue Lido --timezone Africa/Kampala --start 2099-01-01T18:00 \
                --end 2099-01-02T04:00
            """
        for command in [
            "\(create) --title \(number)", "\(create) --title ' \(number) !'", "\(create) --title Concert",
            "eventpass event edit concert --title \(number)",
            "eventpass event duplicate fair --title \(number)",
        ] {
            let outcome = try stage.sh(command)
            #expect(outcome.status == 0, "\(command)\n\(outcome)")
            let event = try stage.sh("eventpass event show \(number) --json")
            #expect(event.text.contains(#""slug":"fair""#), "\(command)\n\(event)")
            let slugs = try stage.sh("eventpass event list --json").text.matches(of: /"slug":"([^"]+)"/).map(\.1)
            #expect(slugs.count > 1 && slugs.allSatisfy { $0.contains { !$0.isNumber } }, "\(slugs)")
        }
    }
}
