import EventFixture
import Foundation
import Testing

@Suite("The commands for message templates and reminders", .lowPriority, .slow)
struct NoticeTemplateCommandTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @discardableResult private func run(_ command: String) throws -> Outcome {
        let outcome = try stage.sh("eventpass \(command)")
        try #require(outcome.status == 0, "\(command): \(outcome)")
        return outcome
    }

    @Test("A template is used for messages that are sent later; after its removal, the standard text is used again")
    func template() throws {
        try run("mail set --folder \"$(mkdir mails && echo mails)\" --from tickets@example.org")
        try stage.folder.write("See you at {venue}.\n\nYour code: {ticket}\n", to: "issued.txt")
        let options = "nile --kind ticket-issued"
        let standard = try run("notice template show \(options)").text
        #expect(standard.contains("\ntext     standard\nsubject  Your ticket: {event_title}\n"), "\(standard)")
        let set = try run("notice template set \(options) --subject 'Yes! {event_title}' --file issued.txt")
        #expect(set.text == "set template ticket-issued, email, en\n")
        let list = try run("notice template list nile").lines
        #expect(list.contains { $0.contains(/^ticket-issued +own: en +standard$/) }, "\(list)")
        #expect(!list.contains { $0.hasPrefix("password-reset") })
        let body = try run("notice template show \(options) --body").text
        #expect(body == "See you at {venue}.\n\nYour code: {ticket}\n")
        // If the text is set again without a subject, the template keeps its subject.
        let setAgain = "tr 'S' 's' | eventpass notice template set \(options) --file -"
        try run("notice template show \(options) --body | \(setAgain)")
        try run("ticket issue fair --type Regular --holder Ann --email ann@example.org")
        try run("notice send")
        let mail = try #require(try stage.mails().first)
        #expect(mail.contains("Subject: Yes! Fair\n") && mail.contains("see you at Lido.\n"), "\(mail)")
        #expect(try run("notice template remove \(options)").text == "removed template ticket-issued, email, en\n")
        let again = try run("notice template remove \(options)").text
        #expect(again == "no template ticket-issued, email, en; the text is the standard text\n")
        #expect(try run("notice template show \(options)").text == standard)
    }

    @Test("A faulty template is refused with the line of the fault and status 65, and nothing is stored")
    func refused() throws {
        try stage.folder.write("Dear guests,\r\n\r\n{event_titel} begins soon.\r\n", to: "bad.txt")
        try stage.folder.write("Soon.", to: "good.txt")
        let bad = try stage.sh("eventpass notice template set nile --kind reminder --file bad.txt")
        let message = "line 3: unknown argument {event_titel}; the arguments are {event_title} "
        #expect(bad.status == 65 && bad.errorText.contains(message), "\(bad)")
        for (options, status, text) in [
            ("--kind password-reset --file good.txt", 65, "cannot be changed"),
            ("--kind nothing --file good.txt", 65, "kind: “nothing” is not allowed"),
            ("--kind reminder --subject \"$(printf 'a\\nBcc: b')\" --file good.txt", 65, "line 2: a subject"),
            ("--kind reminder --channel sms --subject a --file good.txt", 64, "--subject needs --channel email"),
            ("--kind reminder --channel whatsapp --file good.txt", 64, "whatsapp"),
        ] {
            let outcome = try stage.sh("eventpass notice template set nile \(options)")
            #expect(outcome.status == status && outcome.errorText.contains(text), "\(options): \(outcome)")
        }
        let list = try run("notice template list nile --json").lines
        #expect(list.count > 10 && list.allSatisfy { $0.hasSuffix(#""own":[]}"#) }, "\(list)")
        try run("user add Joan")
        let stranger = try stage.sh("eventpass notice template set nile --kind reminder --file good.txt --as Joan")
        #expect(stranger.status == 65 && stranger.errorText.contains("nile"), "\(stranger)")
    }

    @Test("A reminder is sent at most 60 days before or after the doors open, the event starts or the event ends")
    func reminders() throws {
        try stage.folder.write("Park at the lake.\n", to: "parking.txt")
        let none = try run("event reminder list fair").text
        #expect(none == "There are no reminders besides the standard ones.\n")
        let added = try run("event reminder add fair --before 3h --of doors --to type:regular --text-file parking.txt")
            .text
        #expect(added.hasPrefix("added reminder 1, 3h before doors, Thu 1 Jan 2099 15:00"), "\(added)")
        try run("event reminder add fair --after 1d30m --of end")
        let list = try run("event reminder list fair --json").lines
        #expect(
            list == [
                #"{"number":1,"of":"doors","minutes":-180,"to":"type:Regular","due":"2099-01-01T15:00:00+03:00","times":["2099-01-01T15:00:00+03:00"],"message":"Park at the lake."}"#,
                #"{"number":2,"of":"end","minutes":1470,"to":"all","due":"2099-01-03T04:30:00+03:00","times":["2099-01-03T04:30:00+03:00"],"message":null}"#,
            ], "\(list)")
        for (options, status, text) in [
            (
                "--before 61d", 65,
                "time: at most 60 days before or after the doors open, the event starts or the event ends"
            ),
            ("--before 2x", 65, "before: “2x” is not allowed"), ("--after 0h", 65, "after: “0h” is not allowed"),
            ("--before 2h --to nobody", 65, "to: “nobody” is not allowed"),
            ("--before 2h --after 3h", 64, "give either --before or --after"),
            ("--before 2h --of noon", 64, "noon"), ("--before 2h --to type:Gold", 65, "Gold"),
        ] {
            let outcome = try stage.sh("eventpass event reminder add fair \(options)")
            #expect(outcome.status == status && outcome.errorText.contains(text), "\(options): \(outcome)")
        }
        #expect(try run("event reminder remove fair 1").text == "removed reminder 1\n")
        let missing = try stage.sh("eventpass event reminder remove fair 1")
        #expect(missing.status == 65 && missing.errorText.contains("the event has no reminder 1"), "\(missing)")
    }
}
