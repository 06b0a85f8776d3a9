import EventFixture
import Foundation
import Testing

/// The tests kill the program just before a step: a call that reads or changes something outside of the program
/// (`StepLog`).
@Suite("SMS if the program is killed between two steps", .lowPriority, .everyEngine, .slow)
struct SMSStepTests {
    @Test(
        """
        If `notice send` is killed between two steps, the provider gets every SMS; an SMS arrives twice only if the \
        program had not yet stored that the provider accepted it
        """)
    func provider() throws {
        let stage = try Stage(on: .current)
        let provider = try MailListener(in: stage.folder, script: "africastalking_standin.py --events", package: nil)
        let steps = try StepLog(on: stage, serverPort: provider.port)
        try setUp(stage)
        try stage.folder.write("atsk_5ecret\n", to: "key.txt")
        let set = try stage.sh(
            """
            set -e
            chmod 600 key.txt
            eventpass sms set --africas-talking nile --key-file key.txt
            python3 -c 'if True:
                import json
                path = "data/messages.json"
                settings = json.load(open(path))
                settings["sms"]["africasTalking"]["endpoint"] = "http://127.0.0.1:\(provider.port)"
                json.dump(settings, open(path, "w"))'
            """)
        try #require(set.status == 0, "\(set)")
        try invite(1...2, on: stage)
        var sending = InterruptedSending(on: stage, steps)
        var connections = 0
        var events = 0
        /// The recipients of the SMS that the provider has accepted since the last call.
        func taken() throws -> [String] {
            // The provider can still be busy with a connection of the killed program, so wait for all its connections.
            connections += steps.performed.count { $0 == "server connect" }
            let all = try provider.events(ofConnections: connections)
            defer { events = all.count }
            return try all[events...].filter { $0.event == "message" }.map { try #require($0.recipients?.first) }
        }
        let all = try steps.all("eventpass notice send --limit 2")
        for name in ["server connect", "server send", "server receive"] { try #require(all.contains(name), "\(all)") }
        sending.count(try taken())
        let chosen = StepLog.boundaries(in: all)
        try invite(3...(2 + 2 * chosen.count), on: stage)
        for step in chosen { try sending.kill("eventpass notice send --limit 2", before: step, taken) }
        _ = try steps.all("eventpass notice send")
        sending.count(try taken())
        try sending.check(messages: 2 + 2 * chosen.count, attempts: chosen.count)
    }

    @Test(
        """
        If `notice send` is killed between two steps, a phone sends every SMS; an SMS is sent twice only if the \
        program had not yet stored the result of the first attempt
        """,
        .needsProgram("/usr/bin/gammu", package: "gammu"))
    func phone() throws {
        let stage = try Stage(on: .current)
        let steps = try StepLog(on: stage)
        try setUp(stage)
        let lines = [
            "[gammu]", "model = dummy", "connection = none", "device = \(stage.folder("phone"))",
            "logfile = \(stage.folder("gammu-log"))", "logformat = textall",
        ]
        try stage.folder.write(lines.map { "\($0)\n" }.joined(), to: "gammurc")
        let set = try stage.sh("mkdir phone && eventpass sms set --gammu gammurc")
        try #require(set.status == 0, "\(set)")
        try invite(1...1, on: stage)
        var sending = InterruptedSending(on: stage, steps)
        /// The recipient of the SMS that the phone has sent since the last call; empty if it has sent none.
        func taken() throws -> [String] {
            // Gammu continues to run after the program is killed.
            try waitUntil("gammu ends") { try !isGammuRunning(with: stage.folder("gammurc")) }
            guard FileManager.default.fileExists(atPath: stage.folder("gammu-log")) else { return [] }
            let log = String(decoding: try stage.folder.read("gammu-log"), as: UTF8.self)
            try FileManager.default.removeItem(atPath: stage.folder("gammu-log"))
            guard let sent = log.firstMatch(of: /Recipient number "(\+[0-9]+)"/) else { return [] }
            #expect(log.contains("Fair") && !log.contains("SMS, length 0"), "\(log)")
            return [String(sent.1)]
        }
        let all = try steps.all("eventpass notice send --limit 1")
        try #require(all.contains("program start"), "\(all)")
        sending.count(try taken())
        let chosen = StepLog.boundaries(in: all)
        try invite(2...(1 + chosen.count), on: stage)
        for step in chosen { try sending.kill("eventpass notice send --limit 1", before: step, taken) }
        // Gammu's log has only the last SMS, so each run sends one SMS.
        for _ in 0...chosen.count {
            guard try stage.recipients(in: "sent").count <= chosen.count else { break }
            _ = try steps.all("eventpass notice send --limit 1")
            sending.count(try taken())
        }
        try sending.check(messages: 1 + chosen.count, attempts: chosen.count)
    }

    // MARK: -

    /// Adds a sub-event, and sets quiet hours that do not include the present time.
    private func setUp(_ stage: Stage) throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Africa/Kampala"))
        let hour = calendar.component(.hour, from: Date())
        func time(hoursLater hours: Int) -> String { String(format: "%02d:00", (hour + hours) % 24) }
        let made = try stage.sh(
            """
            set -e
            eventpass notice policy set quiet-from=\(time(hoursLater: 21)) quiet-until=\(time(hoursLater: 22))
            eventpass event sub-event add fair --type reception
            """)
        try #require(made.status == 0, "\(made)")
    }

    /// Invites guests who have a phone number and no e-mail address. Each guest gets one SMS.
    private func invite(_ numbers: ClosedRange<Int>, on stage: Stage) throws {
        // The test's provider chooses its answer by the last digits of the phone number: it accepts an SMS to …000.
        let rows = numbers.map { "Guest \($0),+25677\(1000 + $0)000,yes\n" }.joined()
        try stage.folder.write(Array("name,phone,reception\n\(rows)".utf8), to: "guests.csv")
        let invited = try stage.sh(
            "eventpass guest import fair guests.csv && eventpass guest invite fair --all --yes")
        try #require(invited.status == 0, "\(invited)")
    }

    private func isGammuRunning(with configuration: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc").contains { name in
            let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
            return line.split(separator: 0).contains { $0.elementsEqual(configuration.utf8) }
        }
    }
}
