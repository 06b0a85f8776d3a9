import EventFixture
import Foundation
import TerminalFixture
import Testing

@Suite("Creating an event by answering questions", .lowPriority, .slow)
struct GuidedTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        let made = try folder.sh(
            "eventpass init --name Olive && eventpass key generate && eventpass organizer create Nile")
        try #require(made.status == 0, "\(made)")
    }

    private func ask(_ options: String = "--guided") throws -> PseudoTerminal {
        try PseudoTerminal("exec eventpass event create \(options)", in: folder)
    }

    private func answer(_ terminal: PseudoTerminal, _ answers: [(question: String, answer: String)]) throws {
        for (question, answer) in answers {
            try terminal.expect(question)
            try terminal.type("\(answer)\n")
        }
    }

    @Test("`event create --guided` asks for a celebration’s details, and creates the event, sub-events and guests")
    func celebration() throws {
        try folder.write("name,household,ceremony\nGrace,H,yes\nDenis,H,yes\n", to: "guests.csv")
        let terminal = try ask()
        try answer(
            terminal,
            [
                ("Title", "Grace & Denis"), ("Kind", "celebration"), ("Venue", "St Paul"), ("City", "Kampala"),
                ("Time zone", "Africa/Kampala"), ("Start", "2099-06-06T14:00"), ("End", "2099-06-07T02:00"),
                ("holds", "200"), ("Sub-event 1", ""), ("Name", "The Vows"), ("Starts at", ""),
                ("Venue, if different", ""), ("Sub-event 2", "reception"), ("Name [Reception]", ""),
            ])
        try terminal.expect("Starts at", times: 2)
        try terminal.type("2099-06-06T18:00\n")
        try terminal.expect("Venue, if different", times: 2)
        try terminal.type("The Barn\n")
        try answer(terminal, [("Sub-event 3", ""), ("A guest list", "guests.csv"), ("Create it?", "yes")])
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(terminal.text.contains("created event grace-denis ("))
        #expect(terminal.text.contains("imported 2 guests"))
        let subEvents = try folder.sh("eventpass event sub-event list grace --json")
        #expect(subEvents.lines.count == 2 && subEvents.text.contains("The Vows"), "\(subEvents)")
        #expect(subEvents.text.contains("2099-06-06T18:00:00+03:00"))
        #expect(try folder.sh("eventpass guest list grace").lines.count == 2)
        #expect(try folder.sh("eventpass event publish grace").status == 0)
        #expect(!(try folder.names(in: "data").contains("event-guided.json")))
    }

    @Test("After Ctrl-C, the next `event create --guided` continues at the interrupted question")
    func resumed() throws {
        let first = try ask()
        try answer(first, [("Title", "Fair"), ("Kind", ""), ("Category", "music"), ("Venue", "Lido")])
        try first.expect("City")
        try first.type([3])
        #expect(try first.end() != 0)
        #expect(try folder.sh("eventpass event list --json").text.isEmpty)
        let second = try ask()
        try answer(
            second,
            [
                ("“Fair” is not finished. Continue?", "y"), ("City", ""), ("Time zone", "UTC"),
                ("Start", "2099-01-01T18:00"), ("End", "2099-01-01T22:00"), ("holds", ""),
                ("Type 1", "VIP"), ("Price", "50000 UGX"), ("Quantity", "40"), ("Type 2", ""),
            ])
        try second.expect("Create it?")
        #expect(second.text.contains("Venue: Lido"))
        try second.type("yes\n")
        #expect(try second.end() == 0, "\(second.text)")
        #expect(try folder.sh("eventpass type list fair").text.contains("50000 UGX"))
        #expect(try folder.sh("eventpass event show fair --json").text.contains(#""category":"music""#))
    }

    @Test(
        "After an invalid answer, the question is repeated with the allowed values; answers can be changed later")
    func faulty() throws {
        let terminal = try ask("--express")
        try answer(terminal, [("Title", ""), ("enter a text", "Fair")])
        try answer(terminal, [("Kind", "secret"), ("enter public, private, celebration", "")])
        try answer(terminal, [("Venue", "Lido"), ("Time zone", "Mars/Base"), ("is not an IANA time zone", "UTC")])
        try answer(terminal, [("Start", "tomorrow"), ("is not a time", "2099-01-01T18:00")])
        try answer(terminal, [("End", "2099-01-01T17:00"), ("a time after the start", "2099-01-01T22:00")])
        try answer(terminal, [("Type 1", ""), ("Price", "cheap"), ("or “free”", ""), ("Create it?", "perhaps")])
        try terminal.expect("yes, no, or 1 to 3")
        try terminal.type("1\n")
        try terminal.expect("1. Basics", times: 2)
        try terminal.type("Fête\n\n")
        try terminal.expect("Create it?", times: 3)
        try terminal.type("yes\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(try folder.sh("eventpass event list --json").text.contains(#""title":"Fête""#))
    }

    @Test("`event create` uses the machine’s time zone, but asks for a time zone if the machine uses UTC")
    func timeZone() throws {
        let terminal = try PseudoTerminal("exec eventpass event create --title Fair", in: folder)
        try answer(
            terminal,
            [("time zone, such as", ""), ("is not an IANA", "Mars/Base"), ("is not an IANA", "Africa/Kampala")])
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(try folder.sh("eventpass event show fair --json").text.contains(#""timezone":"Africa/Kampala""#))
        let elsewhere = try PseudoTerminal(
            "exec eventpass event create --title Ball", in: folder, environment: ["TZ": "Europe/Paris"])
        #expect(try elsewhere.end() == 0, "\(elsewhere.text)")
        #expect(try folder.sh("eventpass event show ball --json").text.contains(#""timezone":"Europe/Paris""#))
        let ended = try PseudoTerminal("exec eventpass event create --title Gala", in: folder)
        try ended.expect("time zone, such as")
        try ended.type([4])
        #expect(try ended.end() == 64 && ended.text.contains("nothing was created"), "\(ended.text)")
    }

    @Test("When a group of questions is asked again, Enter keeps an old answer, and a minus sign removes it")
    func changed() throws {
        let terminal = try ask()
        try answer(
            terminal,
            [
                ("Title", "Fair"), ("Kind", ""), ("Category", "music"), ("Venue", "Lido"), ("City", "Entebbe"),
                ("Time zone", "Africa/Kampala"), ("Start", "2099-01-01T18:00"), ("End", "2099-01-01T22:00"),
                ("holds", "300"), ("Type 1", "VIP"), ("Price", "50000 UGX"), ("Quantity", "40"),
                ("Type 2", ""), ("Create it?", "2"), ("Venue [Lido]", ""), ("City [Entebbe; - for none]", "-"),
                ("Time zone [Africa/Kampala]", ""), ("[2099-01-01T18:00]", "2099-01-01T19:00"),
                ("End [2099-01-01T22:00]", ""), ("holds [300; - for none]", "400"),
            ])
        try terminal.expect("Create it?", times: 2)
        try terminal.type("3\n")
        try answer(
            terminal, [("name [VIP]", ""), ("[50000 UGX]", "60000 UGX"), ("Quantity [40; - for none]", "-")])
        try terminal.expect("Type 2 name (Enter for none)", times: 2)
        try terminal.type("\n")
        try terminal.expect("Create it?", times: 3)
        try terminal.type("yes\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        let event = try folder.sh("eventpass event show fair --json").text
        for part in [
            #""venue":"Lido""#, #""city":null"#, #""category":"music""#, #""start":"2099-01-01T19:00:00+03:00""#,
            #""capacity":400"#,
        ] { #expect(event.contains(part), "\(event)") }
        let types = try folder.sh("eventpass type list fair --json").text
        #expect(types.contains("60000") && types.contains(#""quantity":null"#), "\(types)")
    }

    @Test(
        "If ticket types have the same name or different currencies, the questions about them are asked again",
        arguments: [1, 2])
    func spanning(currencies: Int) throws {
        let terminal = try ask()
        try answer(
            terminal,
            [
                ("Title", "Fair"), ("Kind", ""), ("Category", ""), ("Venue", "Lido"), ("City", ""),
                ("Time zone", "UTC"), ("Start", "2099-01-01T18:00"), ("End", "2099-01-01T22:00"), ("holds", ""),
                ("Type 1", "VIP"), ("Price", "50000 UGX"), ("Quantity", ""), ("Type 2", "vip"),
                ("a name that is not used yet", "Regular"),
            ])
        try terminal.expect("Price", times: 2)
        try terminal.type(currencies == 2 ? "10 EUR\n\n\n" : "20000 UGX\n\n\n")
        if currencies == 2 {
            try terminal.expect("not EUR: ")
            try answer(
                terminal, [("name [VIP]", ""), ("[50000 UGX]", "\n"), ("[Regular; ", "")])
            try terminal.expect("Price, such as 50000 UGX [10 EUR]")
            #expect(!terminal.text.contains("Create it?"))
            try terminal.type("20000 UGX\n\n\n")
        }
        try terminal.expect("Create it?")
        try terminal.type("yes\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(try folder.sh("eventpass type list fair --json").lines.count == 2)
    }

    @Test("A guest list is checked when its path is entered and at the end; if the list is faulty, no event is created")
    func guestList() throws {
        try folder.write("Gast,Familie,Telefon,Hobby\nGrace,H,0700123456,chess\n", to: "good.csv")
        try folder.write("name,companions,ceremony\nGrace,many,yes\nDenis,1,perhaps\n", to: "bad.csv")
        let terminal = try ask()
        try answer(
            terminal,
            [
                ("Title", "Vows"), ("Kind", "celebration"), ("Venue", "St Paul"), ("City", ""), ("Time zone", "UTC"),
                ("Start", "2099-06-06T14:00"), ("End", "2099-06-07T02:00"), ("holds", ""), ("Sub-event 1", ""),
                ("Name", ""), ("Starts at", "2001-01-01T10:00"), ("a time in the future", ""),
                ("Venue, if different", ""), ("Sub-event 2", ""), ("A guest list", "nowhere.csv"),
                ("nowhere.csv", "bad.csv"),
            ])
        try terminal.expect("2 faulty rows: line 2, column companions")
        try terminal.expect("line 3, column Ceremony")
        #expect(try folder.sh("eventpass event list --json").text.isEmpty)
        try terminal.type("good.csv\n")
        try terminal.expect("columns: name ← Gast, household ← Familie, phone ← Telefon")
        try terminal.expect("ignored columns: Hobby")
        try terminal.expect("1 guest, 1 household, 0 invitations")
        // After the final yes, the guest list is checked again. A new fault is reported, and no event is created.
        try folder.write("name,companions\nGrace,many\n", to: "good.csv")
        try answer(terminal, [("Create it?", "yes")])
        #expect(try terminal.end() == 65, "\(terminal.text)")
        #expect(try folder.sh("eventpass event list --json").text.isEmpty)
        try folder.write("name\nGrace\n", to: "good.csv")
        let again = try ask()
        try answer(again, [("Continue?", "perhaps"), ("→ yes or no", "YES"), ("Create it?", "y")])
        #expect(try again.end() == 0, "\(again.text)")
        #expect(try folder.sh("eventpass guest list vows").lines.count == 1)
    }

    @Test("An arrow key is refused in an answer; several lines pasted at once answer one question each")
    func typed() throws {
        let terminal = try ask("--express")
        try answer(terminal, [("Title", "Fa\u{1B}[Dir"), ("arrow keys are not allowed", "Fair")])
        try terminal.expect("Kind")
        try terminal.type("\nLido\nUTC\n2099-01-01T18:00\n2099-01-01T22:00\n\n\nyes\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(try folder.sh("eventpass event list --json").text.contains(#""title":"Fair""#))
    }

    @Test("The answer “no” to “Continue?” deletes the earlier answers, and the questions start over")
    func anew() throws {
        let first = try ask("--express")
        try answer(first, [("Title", "Fair"), ("Kind", "")])
        try first.expect("Venue")
        try first.type([3])
        _ = try first.end()
        let second = try ask("--express")
        try answer(second, [("“Fair” is not finished", "no"), ("  Title: ", "Ball")])
        try second.expect("Kind: public, private or celebration [public]")
        try second.type([4])
        #expect(try second.end() == 64)
        #expect(try String(decoding: folder.read("data/event-express.json"), as: UTF8.self).contains("Ball"))
    }

    @Test(
        "`event create --guided` needs a terminal; “no” to the last question creates no event, but keeps the answers")
    func noTerminal() throws {
        for option in ["--guided", "--express"] {
            let outcome = try folder.sh("eventpass event create \(option)")
            #expect(outcome.status == 64, "\(outcome)")
            #expect(outcome.errorText.contains("needs a terminal"))
            #expect(outcome.errorText.contains("hint: "))
        }
        #expect(try folder.sh("eventpass event create --guided --express").status == 64)
        #expect(try folder.sh("eventpass event create").status == 64)
        let terminal = try ask("--express")
        try answer(
            terminal,
            [
                ("Title", "Fair"), ("Kind", ""), ("Venue", "Lido"), ("Time zone", "UTC"),
                ("Start", "2099-01-01T18:00"), ("End", "2099-01-01T22:00"), ("Type 1", ""), ("Price", ""),
                ("Create it?", "no"),
            ])
        #expect(try terminal.end() == 64, "\(terminal.text)")
        let ended = try ask("--express")
        try ended.expect("is not finished")
        try ended.type([4])
        #expect(try ended.end() == 64, "\(ended.text)")
        #expect(try folder.sh("eventpass event list --json").text.isEmpty)
    }
}
