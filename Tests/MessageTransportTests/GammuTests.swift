import EventFixture
import Foundation
import Testing
import Ticketing

@testable import MessageTransport

/// Tests with the program gammu and a phone that it simulates. The log of gammu contains the messages.
@Suite("SMS through a modem", .lowPriority, .needsProgram("/usr/bin/gammu", package: "gammu"))
struct GammuTests {
    private struct Phone {
        let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder("phone"), withIntermediateDirectories: false)
            let lines = [
                "[gammu]", "model = dummy", "connection = none", "device = \(folder("phone"))",
                "logfile = \(folder("log"))", "logformat = textall",
            ]
            try folder.write(lines.map { "\($0)\n" }.joined(), to: "gammurc")
        }

        var modem: GammuModem { GammuModem(configuration: folder("gammurc")) }

        func log() throws -> String { String(decoding: try folder.read("log"), as: UTF8.self) }
    }

    private func number() throws -> PhoneNumber { try #require(PhoneNumber(rawValue: "+256 700 123456")) }

    @Test(
        "The simulated phone sends a text unchanged to the given number, and uses the GSM alphabet if possible",
        arguments: [
            ("Webale nnyo! €5 [a] ~ {b} \\ ^ |", "7 bit SMS"), ("Mwasuze mutya ŋŋaali 🎉 ~a~ ~~", "Unicode SMS"),
            ("$(touch pwned) 'id' ; -text x", "7 bit SMS"),
        ])
    func sends(text: String, coding: String) throws {
        let phone = try Phone()
        let result = GammuClient(phone.modem).send(SMSText(text), to: try number())
        guard case .accepted(nil, let answer) = result else {
            Issue.record("\(result)")
            return
        }
        // gammu also prints lines for a person at a terminal. These lines are not part of the answer.
        #expect(answer.wholeMatch(of: /OK, message reference=[0-9]+(; OK, message reference=[0-9]+)*/) != nil)
        let log = try phone.log()
        #expect(log.contains("Recipient number \"+256700123456\""))
        #expect(log.contains(coding), "\(log)")
        #expect(log.split(whereSeparator: \.isNewline).contains { $0.hasSuffix(text) }, "\(log)")
        #expect(try phone.folder.names(in: ".") == ["gammurc", "log", "phone"])
    }

    @Test(
        "The number of parts that the program states for a text is the number that gammu sends",
        arguments: [("a", 160), ("a", 161), ("a", 306), ("a", 307), ("ŋ", 70), ("ŋ", 71), ("ŋ", 134), ("ŋ", 135)])
    func parts(letter: String, count: Int) throws {
        let phone = try Phone()
        let text = SMSText(String(repeating: letter, count: count))
        guard case .accepted = GammuClient(phone.modem).send(text, to: try number()) else {
            Issue.record("the text was not sent")
            return
        }
        #expect(try phone.log().matches(of: /Entering GSM_SendSMS/).count == text.parts)
    }

    @Test("If gammu, its configuration file or the modem is missing, all messages wait, and the error names the cause")
    func faults() throws {
        let folder = try TemporaryFolder()
        let text = SMSText("x")
        let missing = GammuModem(configuration: folder("gammurc"))
        guard
            case .modemSettingsUnreadable(folder("gammurc"), _)? =
                GammuClient(missing).send(text, to: try number()).fault
        else {
            Issue.record("the missing file was not noticed")
            return
        }
        try folder.write("[gammu]\ndevice = \(folder("none"))\nconnection = at\n", to: "gammurc")
        let fault = GammuClient(missing).send(text, to: try number()).fault
        guard case .modemNotAnswering(folder("gammurc"), let answer)? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
        #expect(!answer.isEmpty && fault?.hint?.english.contains(folder("gammurc")) == true)
        #expect(
            try GammuClient(missing, searching: [folder.path]).send(text, to: number())
                == .unavailable(.gammuMissing(searched: [folder.path])))
    }

    /// Writes a script as the program `gammu` into a new folder, and makes the settings of a modem.
    private func program(_ script: String) throws -> (folder: TemporaryFolder, modem: GammuModem) {
        let folder = try TemporaryFolder()
        try folder.write("", to: "gammurc")
        try folder.writeProgram("#!/bin/bash\n\(script)\n", to: "gammu")
        return (folder, GammuModem(configuration: folder("gammurc")))
    }

    @Test(
        "If gammu does not end, the program stops it, and it is unknown whether the message was sent",
        arguments: ["", "exec >&- 2>&-; "])
    func hung(before: String) throws {
        let script =
            "mkfifo \"${2%/*}/never\"; echo Sending SMS 1/1; \(before)exec 3<>\"${2%/*}/never\"; read x <&3"
        let late = try program(script)
        let client = GammuClient(late.modem, searching: [late.folder.path], limit: .milliseconds(500))
        #expect(try client.send(SMSText("x"), to: number()).isUnknown)
        let (folder, modem) = try program(script)
        let stopped = GammuClient(modem, searching: [folder.path]) {
            FileManager.default.fileExists(atPath: folder("never"))
        }
        #expect(try stopped.send(SMSText("x"), to: number()).isUnknown)
    }

    @Test("When gammu has sent a message, the message is accepted, even if a child of gammu keeps the output open")
    func openOutput() throws {
        let script = "d=${2%/*}; mkfifo \"$d/never\"; echo OK; (exec 3<>\"$d/never\"; read x <&3) &"
        let (folder, modem) = try program(script)
        let client = GammuClient(modem, searching: [folder.path])
        #expect(try client.send(SMSText("x"), to: number()) == .accepted(providerID: nil, answer: "OK"))
        // Ends the child of gammu, which is still running.
        let fifo = try FileHandle(forWritingTo: URL(filePath: folder("never")))
        try fifo.write(contentsOf: Array("x\n".utf8))
    }

    @Test("If the network refuses a message after the modem is connected, the message is deferred")
    func refused() throws {
        let (folder, modem) = try program("cat >/dev/null; echo 'Sending SMS 1/1....error 500'; exit 132")
        let result = GammuClient(modem, searching: [folder.path]).send(SMSText("x"), to: try number())
        #expect(result == .deferred(answer: "Sending SMS 1/1....error 500"))
    }

    @Test(
        "If gammu ends without the network’s answer, it is unknown whether the message was sent",
        arguments: ["kill -KILL $$", "exit 114"])
    func noAnswer(end: String) throws {
        let (folder, modem) = try program("cat >/dev/null; echo 'Sending SMS 1/1....'; \(end)")
        #expect(try GammuClient(modem, searching: [folder.path]).send(SMSText("x"), to: number()).isUnknown)
        let (other, idle) = try program("cat >/dev/null; \(end)")
        let fault = try GammuClient(idle, searching: [other.path]).send(SMSText("x"), to: number()).fault
        guard case .modemNotAnswering? = fault else {
            Issue.record("\(String(describing: fault))")
            return
        }
    }

    @Test("gammu gets the arguments and the text unchanged, and no environment variable except the locale")
    func arguments() throws {
        let (folder, modem) = try program(
            "d=${2%/*}; printf '%s\\0' \"$@\" >\"$d/arguments\"; cat >\"$d/input\"; env >\"$d/environment\"")
        let client = GammuClient(modem, searching: [folder.path])
        guard case .accepted = client.send(SMSText("ŋ~\n"), to: try number()) else {
            Issue.record("the text was not sent")
            return
        }
        let arguments = try folder.read("arguments").split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            arguments == [
                "-c", modem.configuration, "sendsms", "TEXT", "+256700123456", "-len", "4", "-unicode",
            ])
        #expect(try folder.read("input") == Array("ŋ~~\n".utf8))
        let environment = String(decoding: try folder.read("environment"), as: UTF8.self)
        #expect(environment.contains("LC_ALL=C.UTF-8") && !environment.contains("HOME="))
    }
}
