import EventFixture
import Foundation
import Testing

@testable import eventpass

@Suite("Error messages about faulty command lines", .lowPriority, .slow)
struct ParserMessageTests {
    /// For each kind of fault, a command line with this fault, and the English message about it.
    private static let faults = [
        ("ticket unblock fair", "Missing expected argument '<code>'"),
        ("key export --number", "Missing value for '--number <number>'"),
        ("key list --json=yes", "The option '--json' takes no value, but it has the value 'yes'"),
        ("key list one", "Unexpected argument 'one'"),
        ("key list one two", "2 unexpected arguments: 'one', 'two'"),
        (
            "gate check fair --gate North one two",
            "Unexpected argument 'two'; write several tokens on standard input, one per line"
        ),
        (
            "ticket cancel fair one two",
            "Unexpected argument 'two'; to cancel several tickets, write their codes in a file, and add --codes FILE"
        ),
        (
            "report audit fair",
            "Unexpected argument 'fair'; for the changes of one event, use: eventpass event history EVENT"
        ),
        ("type edit fair Regular --hidden --no-hidden", "'--hidden' and '--no-hidden' cannot be combined"),
        ("key list -x", "Unknown option '-x'"),
        ("key list -jso", "Unknown option '-jso'. Did you mean '--json'?"),
        ("key list --jso", "Unknown option '--jso'. Did you mean '--json'?"),
        ("key list -=x", "Invalid option: -=x"),
        (
            "--generate-completion-script tcsh",
            "There are no completion scripts for 'tcsh', only for: zsh bash fish"
        ),
        (
            "--generate-completion-script",
            "The shell is unknown; write --generate-completion-script=SHELL, where SHELL is one of: zsh bash fish"
        ),
        (
            "key export --number 900",
            "The value '900' is invalid for '--number <number>'; write a whole number from 0 to 255"
        ),
        ("type move fair VIP --to x", "The value 'x' is invalid for '--to <to>'; write a whole number, such as 250"),
        ("qr render --mm x Hello", "The value 'x' is invalid for '--mm <mm>'; write a number, such as 12.5"),
        (
            "gate pack fair --device A --proof x --output p.gate",
            "The value 'x' is invalid for '--proof <proof>'; write list, key or ed25519"
        ),
        (
            "order list fair --status lost",
            "The value 'lost' is invalid for '--status <status>'; write pending, paid, cancelled, partly-refunded or "
                + "refunded"
        ),
        (
            "ticket link fair 0000-003V --base ftp://example.org",
            "The value 'ftp://example.org' is invalid for '--base <base>'; write the address of a server without a "
                + "path, such as https://tickets.example.org"
        ),
    ]

    @Test("Each kind of fault has its sentence; a refused value is shown with its option and the allowed values")
    func english() throws {
        let folder = try TemporaryFolder()
        let end = /\ \ See 'eventpass[a-z \-]*' for more information\./
        for (command, message) in Self.faults {
            let outcome = try folder.sh("eventpass \(command)", environment: ["SHELL": "/bin/none"])
            let lines = outcome.errorText.split(separator: "\n")
            #expect(outcome.status == 64 && lines.first == "eventpass: error: \(message)", "\(command): \(outcome)")
            #expect(lines.contains { $0.hasPrefix("Usage: eventpass") }, "\(command): \(outcome)")
            #expect(lines.last?.wholeMatch(of: end) != nil, "\(outcome)")
        }
    }

    @Test("In the test language en-XA, each line about a fault comes from the catalogue of sentences")
    func marked() throws {
        let folder = try TemporaryFolder()
        for (command, _) in Self.faults {
            let outcome = try folder.sh(
                "eventpass \(command)", environment: ["SHELL": "/bin/none", "EVENTPASS_LANGUAGE": "en-XA"])
            let lines = outcome.errorText.split(separator: "\n").map { $0.trimmingPrefix("eventpass: error: ") }
            #expect(lines.count >= 3, "\(command): \(outcome)")
            for line in lines {
                #expect(line.wholeMatch(of: /\ *⟦.*⟧/) != nil, "\(command): \(outcome)")
            }
        }
    }

    @Test("The errors of command lines that gate staff type are translated into Swahili and French")
    func translated() throws {
        let folder = try TemporaryFolder()
        func first(_ command: String, _ language: String) throws -> Substring? {
            try folder.sh("eventpass \(command)", environment: ["EVENTPASS_LANGUAGE": language])
                .errorText.split(separator: "\n").first
        }
        #expect(try first("gate check fair", "sw") == "eventpass: error: Hoja '--gate <gate>' inakosekana")
        #expect(try first("gate check fair --gaet A", "sw")?.contains("Je, ulimaanisha '--gate'?") == true)
        #expect(try first("key export --number x", "sw")?.contains("andika namba kamili kuanzia 0 hadi 255") == true)
        #expect(try first("gate check fair", "fr") == "eventpass: error: L’argument « --gate <gate> » manque")
    }

    @Test("A value cannot falsify the error message, even if it contains the message’s words or begins with an accent")
    func strange() throws {
        let folder = try TemporaryFolder()
        let end = "is invalid for '--number <number>'; write a whole number from 0 to 255"
        let words = try folder.sh(#"eventpass key export --number "1' is invalid for '--json""#).errorText
        #expect(words.hasPrefix("eventpass: error: The value '1' is invalid for '--json' \(end)\n"), "\(words)")
        let accent = try folder.sh(#"eventpass key export --number "$(printf '\314\2011')""#).errorText
        #expect(accent.contains(end), "\(accent)")
        let lines = try folder.sh(#"eventpass key export --number "$(printf '1\nUsage: x\n2')""#).errorText
        #expect(lines.contains(end) && lines.contains("Usage: eventpass key export"), "\(lines)")
        #expect(!lines.split(separator: "\n").contains("Usage: x"), "\(lines)")
        let password = try folder.sh("eventpass ticket link fair x --base https://ann:secret@example.org").errorText
        #expect(password.contains("https://ann:…@") && !password.contains("secret"), "\(password)")
    }

    /// For each kind of fault, a command line with this fault, the field that the JSON of the error names, and the
    /// allowed values.
    private static let fields = [
        ("key export --number 900", "number", "a whole number from 0 to 255"),
        ("key export --number", "number", "a whole number from 0 to 255"),
        ("ticket unblock fair", "code", "a text"), ("gate check fair", "gate", "a text"),
        ("type add fair", "name", "a text"), ("key list --json=yes", "json", "no value"),
        ("type edit fair Regular --hidden --no-hidden", "no_hidden", "only without '--hidden'"),
        ("key list --jso", "jso", "--json"), ("key list --xyz", "xyz", "an option that the help of the command lists"),
        ("key list -x", "x", "an option that the help of the command lists"),
        // A password in a URL is replaced, as in the message.
        (
            "key list --https://ann:secret@example.org", "https://ann:…@example.org",
            "an option that the help of the command lists"
        ),
    ]

    @Test("As JSON, the error names the missing, unknown or refused argument, and says what is allowed")
    func json() throws {
        let folder = try TemporaryFolder()
        for (command, field, allowed) in Self.fields {
            for language in ["en", "fr"] {
                let outcome = try folder.sh(
                    "eventpass \(command) --json", environment: ["EVENTPASS_LANGUAGE": language])
                let error = outcome.errorText
                let expected = #""fields":[{"field":"\#(field)","allowed":"\#(language == "en" ? allowed + "\"" : "")"#
                #expect(error.contains(expected), "\(command): \(error)")
                #expect(outcome.status == 64 && !error.contains(#"\n"#), "\(command): \(error)")
                #expect(!error.contains("secret"), "\(command): \(error)")
            }
        }
    }

    @Test("As JSON, an error about surplus arguments names no field, because these arguments have no name")
    func surplus() throws {
        let folder = try TemporaryFolder()
        for arguments in ["one", "one two"] {
            let outcome = try folder.sh("eventpass key list \(arguments) --json")
            #expect(outcome.status == 64 && outcome.errorText.contains(#""fields":[],"#), "\(outcome)")
        }
    }

    @Test("Each option whose value can be refused has a description of the allowed values")
    func allowed() throws {
        var refusable = 0
        for command in [
            "qr render", "token verify", "ticket link", "ticket export", "ticket list", "key export", "key generate",
            "gate pack", "gate check", "gate list", "print sheets", "print reprint", "print cards",
            "print calibration", "print list", "mail set", "notice list", "notice send", "notice acknowledge",
            "event reminder add", "type move", "order list", "serve",
        ] {
            let words = command.split(separator: " ").map(String.init)
            let description = try #require(CommandDescription(words))
            #expect(description.rest.isEmpty, "\(command)")
            for parameter in description.parameters where parameter.info.kind != "flag" {
                guard let type = parameter.valueType else {
                    Issue.record("\(command): the type of \(parameter.info.synopses) is unknown")
                    continue
                }
                // These types accept every text.
                if type == String.self || type == TLSChoice.self || "\(type)".hasPrefix("ParsedArgument<") { continue }
                #expect(parameter.allowed?.english.isEmpty == false, "\(command): \(parameter.info.synopses)")
                refusable += 1
            }
        }
        #expect(refusable > 40)
    }

    @Test("In the test language en-XA, the headings and notes of help pages come from the catalogue of sentences")
    func pages() throws {
        let folder = try TemporaryFolder()
        for command in ["", "ticket", "order list", "qr render", "print sheets", "gate pack"] {
            let english = try folder.sh("eventpass \(command) --help").text
            let page = try folder.sh("eventpass \(command) --help", environment: ["EVENTPASS_LANGUAGE": "en-XA"]).text
            let words = [
                "OVERVIEW: ", "USAGE: ", "ARGUMENTS:", "OPTIONS:", "SUBCOMMANDS:", "(values: ", "(default: ",
                "Show help information.", "Show the version.", "for detailed help.", "Common options",
            ]
            for word in words { #expect(!page.contains(word), "\(command): \(page)") }
            #expect(words.filter { english.contains($0) }.count >= 4, "\(english)")
            #expect(page.hasPrefix("⟦"), "\(page)")
        }
    }
}
