import EventFixture
import Foundation
import TerminalFixture
import Testing
import Ticketing

@Suite("The commands that set up mail and SMS, and send the messages", .lowPriority, .slow)
struct MailCommandTests {
    private let stage: Stage

    init() throws { stage = try Stage() }

    @discardableResult private func run(_ command: String) throws -> Outcome {
        let outcome = try stage.sh("eventpass \(command)")
        try #require(outcome.status == 0, "\(command): \(outcome)")
        return outcome
    }

    @Test("After a payment, `notice send` writes a mail with a link to the order into the folder that `mail set` names")
    func folder() throws {
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        let set = try run("mail set --folder mails --from tickets@example.org --url https://tickets.example.org/")
        #expect(set.text.contains("\nlinks    https://tickets.example.org\nwaiting  0 messages\n"), "\(set)")
        #expect(set.errorText.contains("eventpass mail test ADDRESS"), "\(set)")
        try run("type edit fair Regular --price '5000 UGX'")
        let created = try run("order create fair --line Regular=1 --buyer Kay --email kay@example.org")
        #expect(created.errorText.contains("1 message about this event is waiting to be sent"), "\(created)")
        let order = try #require(try stage.orderNumbers().first)
        try run("order pay fair \(order) --paid cash")
        let sent = try run("notice send --json")
        #expect(try SendReport(sent).sent >= 1 && SendReport(sent).refused == 0, "\(sent)")
        let mail = try #require(try stage.mails().first { $0.contains("\(order)") })
        #expect(mail.contains("To: kay@example.org") && mail.contains("From: "), "\(mail)")
        #expect(mail.contains("https://tickets.example.org/o/"), "\(mail)")
        let listed = try run("notice list --state sent")
        #expect(listed.text.contains("order-paid  kay@example.org  Fair  sent  sent at once"), "\(listed)")
        // Nothing is left to send, so a second run writes no mail.
        let count = try stage.mails().count
        #expect(try SendReport(run("notice send --json")).sent == 0)
        #expect(try stage.mails().count == count)
    }

    @Test("No command shows a password, and `mail set` refuses a password file that other users can read")
    func password() throws {
        try stage.folder.write("correct horse\n", to: "password.txt")
        let set = "eventpass mail set --server mail.example.org --user kay --password-file password.txt --from a@b.org"
        let readable = try stage.sh("chmod 644 password.txt && \(set)")
        #expect(readable.status == 2 && readable.errorText.contains("other users can read the password"), "\(readable)")
        #expect(readable.errorText.contains("hint: chmod 600 password.txt"), "\(readable)")
        #expect(try stage.sh("test -e data/messages.json").status == 1)
        let stored = try stage.sh("chmod 600 password.txt && \(set)")
        #expect(stored.status == 0, "\(stored)")
        #expect(try stage.sh("stat -c %a data/messages.json").text == "600\n")
        #expect(try stage.sh("grep -c 'correct horse' data/messages.json").text == "1\n")
        for command in ["mail show", "mail show --json", "sms show --json", "mail remove"] {
            let shown = try run(command)
            #expect(!(shown.text + shown.errorText).contains("horse"), "\(shown)")
        }
        #expect(try stage.sh("grep -c horse data/messages.json").text == "0\n")
        // If other users of the machine can read the file with the settings, no command uses the settings.
        let open = try stage.sh("chmod 640 data/messages.json && eventpass mail show")
        #expect(open.status == 2 && open.errorText.contains("chmod 600 "), "\(open)")
    }

    @Test("Without a password file, `mail set` asks for the password, and does not show it")
    func prompt() throws {
        let terminal = try PseudoTerminal(
            "eventpass mail set --server mail.example.org --user kay --from a@b.org", in: stage.folder)
        try terminal.expect("Password of kay at mail.example.org: ")
        #expect(!terminal.echoes)
        try terminal.type("correct horse\n")
        #expect(try terminal.end() == 0, "\(terminal.text)")
        #expect(!terminal.text.contains("horse") && terminal.text.contains("kay, with a stored password"))
        let unattended = try stage.sh(
            "setsid eventpass mail set --server mail.example.org --user kay --from a@b.org")
        #expect(unattended.status == 64 && unattended.errorText.contains("use --password-file FILE"), "\(unattended)")
        let environment = try stage.sh(
            "eventpass mail set --server mail.example.org --user kay --from a@b.org --json",
            environment: ["EVENTPASS_MAIL_PASSWORD": "correct horse"])
        #expect(environment.status == 0 && environment.text.contains(#""port":587,"security":"starttls""#))
    }

    @Test("If the server refuses the connection, `mail test` says so; if mails go to a folder, it writes a mail there")
    func test() throws {
        let missing = try stage.sh("eventpass mail test kay@example.org")
        #expect(missing.status == 2 && missing.errorText.contains("eventpass mail set"), "\(missing)")
        let port = try UnusedPort()
        try run("mail set --server 127.0.0.1:\(port.number) --security none --from tickets@example.org")
        let refused = try stage.sh("eventpass mail test kay@example.org")
        #expect(refused.status == 2, "\(refused)")
        #expect(refused.errorText.contains("127.0.0.1:\(port.number) refused the connection"), "\(refused)")
        #expect(refused.errorText.contains("hint: check the host and the port"), "\(refused)")
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        try run("mail set --folder mails --from tickets@example.org")
        let written = try run("mail test kay@example.org")
        #expect(written.text.contains("kay@example.org") && written.text.contains(".eml"), "\(written)")
        #expect(try stage.mails().count == 1)
        let faulty = try stage.sh("eventpass mail test kay")
        #expect(faulty.status == 65 && faulty.errorText.contains("address: “kay” is not allowed"), "\(faulty)")
    }

    @Test("A minute after an entry at `gate check`, `notice send` writes the holder a mail that names the gate")
    func entry() throws {
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        try run("mail set --folder mails --from tickets@example.org")
        let zone = try #require(TimeZone(identifier: "Africa/Kampala"))
        func time(_ hours: Int64) -> String {
            String(Stage.now.advanced(bySeconds: hours * 3600).iso8601(in: zone).prefix(16))
        }
        try run("event edit fair --start \(time(1)) --end \(time(5)) --entry-confirmation email")
        try #require(stage.issue(csv: Array("holder,email\nKay,kay@example.org\n".utf8)).status == 0)
        let ticket = try #require(try stage.tickets().first)
        let token = try #require(ticket.token)
        try run("gate check fair --gate North \(token)")
        func confirmations() throws -> [String] { try stage.mails().filter { $0.contains("was used at gate North") } }
        try run("notice send")
        #expect(try confirmations().isEmpty)
        let clock = try ClockAhead(in: stage.folder)
        clock.pass(seconds: 90)
        for _ in 0..<2 {
            let sent = try stage.sh("eventpass notice send", environment: clock.environment)
            #expect(sent.status == 0, "\(sent)")
        }
        let mails = try confirmations()
        #expect(mails.count == 1 && mails[0].contains("To: kay@example.org"), "\(mails)")
    }

    @Test("A public address that recipients cannot open is stored; `mail set`, `mail show` and `sms set` warn about it")
    func unreachableLinks() throws {
        try #require(stage.sh("mkdir mails && touch gammurc").status == 0)
        let warning = "eventpass: warning: recipients cannot open the links in messages, because http://127.0.0.1:8080"
        let hint = "eventpass: hint: set the public address with the option --url of: eventpass mail set"
        let commands = [
            "mail set --folder mails --from a@b.org --url http://127.0.0.1:8080", "mail show", "mail show --json",
            "sms set --gammu gammurc",
        ]
        for command in commands {
            let shown = try run(command)
            #expect(shown.text.contains("http://127.0.0.1:8080"), "\(shown)")
            #expect(shown.errorText.contains(warning) && shown.errorText.contains(hint), "\(shown)")
        }
        let local = try run("mail set --folder mails --from a@b.org --url https://192.168.1.5")
        #expect(local.errorText.contains("only in the server’s own network, because https://192.168.1.5 "), "\(local)")
        let well = try run("mail set --folder mails --from a@b.org --url https://tickets.example.org")
        #expect(!well.errorText.contains("warning"), "\(well)")
    }

    @Test("Settings that cannot work are refused, each with a reason, and nothing is stored")
    func refusals() throws {
        try #require(stage.sh("mkdir -p mails returned/new returned/cur").status == 0)
        let from = "--from a@b.org"
        let refusals: [(arguments: String, status: Int32, text: String)] = [
            ("\(from)", 64, "give either --server or --folder"),
            ("\(from) --server mail.example.org --folder mails", 64, "give either --server or --folder"),
            ("\(from) --folder mails --user kay", 64, "need --server"),
            ("\(from) --server mail.example.org --password-file x", 64, "--password-file needs --user"),
            ("\(from) --server mail.example.org --security none", 64, "without encryption"),
            ("\(from) --server mail.example.org:0", 65, "server: “mail.example.org:0” is not allowed"),
            ("\(from) --server 'mail example.org'", 65, "server: "),
            ("\(from) --folder mails --url http://tickets.example.org", 65, "url: "),
            ("\(from) --folder mails --url https://tickets.example.org/shop", 65, "url: "),
            ("--from kay --folder mails", 65, "from: “kay” is not allowed"),
            ("\(from) --folder mails --per-minute 0", 64, "--per-minute must be 1 or more"),
            ("\(from) --server mail.example.org --certificates missing.pem", 65, "missing.pem"),
            ("\(from) --folder letters", 65, "there is no folder \(stage.folder("letters"))"),
            ("\(from) --server mail.example.org --bounce-folder mails", 65, "is not a Maildir folder"),
            ("\(from) --server mail.example.org --bounce-folder returned", 65, "mail.bounceFolder"),
            ("\(from) --folder mails --bounces b@b.org", 64, "--bounces and --bounce-folder need --server"),
            ("\(from) --folder mails --bounce-folder returned", 64, "are not sent, so they cannot return"),
            ("\(from) --folder mails --as olive", 1, "only the owner of the data folder may do this"),
        ]
        for refusal in refusals {
            let outcome = try stage.sh("eventpass mail set \(refusal.arguments)")
            #expect(outcome.status == refusal.status, "\(refusal.arguments): \(outcome)")
            #expect(outcome.errorText.contains(refusal.text), "\(refusal.arguments): \(outcome)")
        }
        #expect(try stage.sh("test -e data/messages.json").status == 1)
    }

    @Test("Messages wait until a sender (a mail server, a mail folder or an SMS provider) is set up")
    func waiting() throws {
        let order = try run("order create fair --line Regular=1 --buyer Kay --email kay@example.org")
        #expect(order.errorText.contains("1 message about this event is waiting; no sender is set up"), "\(order)")
        let send = try stage.sh("eventpass notice send")
        #expect(send.status == 2 && send.errorText.contains("no sender is set up"), "\(send)")
        #expect(try run("mail show").text == "No mail server is set up.\nwaiting  1 message\n")
        try FileManager.default.createDirectory(atPath: stage.folder("mails"), withIntermediateDirectories: false)
        #expect(try run("mail set --folder mails --from a@b.org --json").text.contains(#""waiting":1}"#))
        // If the settings cannot be read, commands that queue messages still work, and print a warning.
        try stage.folder.write("{", to: "data/messages.json")
        let again = try run("order create fair --line Regular=1 --buyer Joe --email joe@example.org")
        #expect(
            again.errorText.contains("2 messages about this event are waiting; messages.json cannot be read"),
            "\(again)")
        let faulty = try stage.sh("eventpass notice send")
        #expect(faulty.status == 65 && faulty.errorText.contains("messages.json"), "\(faulty)")
        let repaired = try run("mail set --folder mails --from a@b.org")
        #expect(repaired.errorText.contains("messages.json.old, but not used"), "\(repaired)")
        #expect(try stage.sh("cat data/messages.json.old").text == "{")
        #expect(try run("mail show").text.hasSuffix("\nwaiting  2 messages\n"))
    }

    @Test("`sms set` stores an account or a modem, and never shows an account’s key; only an account can have a price")
    func sms() throws {
        try stage.folder.write("atsk_secret\n", to: "key.txt")
        let set = try stage.sh(
            """
            chmod 600 key.txt && eventpass sms set --africas-talking nilenights --key-file key.txt \
                --sender NILE --price '35 UGX'
            """)
        #expect(set.status == 0 && !set.text.contains("atsk"), "\(set)")
        #expect(set.text.contains("\nprice    35 UGX for each part of a message\n"), "\(set)")
        let shown = try run("sms show --json").text
        #expect(shown.contains(#""username":"nilenights","sender":"NILE","price":"35 UGX""#), "\(shown)")
        #expect(!shown.contains("atsk"))
        // The URL for delivery reports stays the same if the account gets another key.
        let address = try #require(shown.firstMatch(of: /"reports":"(\/hooks\/sms\/[0-9a-f]{32})"/)).1
        let again = try run("sms set --africas-talking nilenights --key-file key.txt")
        #expect(again.text.contains("\nreports  \(address)\n"), "\(again)")
        let price = try stage.sh("eventpass sms set --gammu key.txt --price '35 UGX'")
        #expect(price.status == 64 && price.errorText.contains("need --africas-talking"), "\(price)")
        let none = try stage.sh("eventpass sms set")
        #expect(none.status == 64 && none.errorText.contains("--whatsapp"), "\(none)")
        #expect(try run("sms set --gammu key.txt").text.hasPrefix("gammu    \(stage.folder("key.txt"))\n"))
        #expect(try run("sms set --whatsapp --json").text.contains(#""whatsapp":true"#))
        #expect(try run("sms remove --json").text.hasPrefix(#"{"provider":null"#))
        #expect(try run("sms set --no-whatsapp").text == "No SMS provider is set up.\nwaiting  0 messages\n")
    }
}

/// The output of `notice send --json`.
private struct SendReport: Decodable {
    let sent: Int
    let refused: Int

    init(_ outcome: Outcome) throws {
        self = try JSONDecoder().decode(SendReport.self, from: Data(outcome.output))
    }
}

/// A port of this machine on which no program listens. The port stays reserved as long as the object exists.
private final class UnusedPort {
    private let descriptor: Int32
    let number: UInt16

    init() throws {
        let opened = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(opened, address, length) == 0 && getsockname(opened, address, &length) == 0
            }
        }
        try #require(isBound)
        descriptor = opened
        number = UInt16(bigEndian: address.sin_port)
    }

    deinit { close(descriptor) }
}

extension Stage {
    private struct OrderNumberLine: Decodable {
        let number: UInt32
    }

    /// The numbers of the event’s orders, oldest first.
    func orderNumbers() throws -> [UInt32] {
        try sh("eventpass order list fair --json").lines.map {
            try JSONDecoder().decode(OrderNumberLine.self, from: Data($0.utf8)).number
        }
    }

    /// The mails in the folder `mails`, oldest first, each as its decoded header fields and its plain text.
    func mails() throws -> [String] {
        let script = """
            import email, email.policy, sys
            mail = email.message_from_binary_file(open(sys.argv[1], 'rb'), policy=email.policy.default)
            print('\\n'.join(f'{name}: {value}' for name, value in mail.items()))
            print(mail.get_body(('plain',)).get_content())
            """
        try folder.write(script, to: "mail.py")
        return try folder.names(in: "mails").filter { $0.hasSuffix(".eml") }.map { name in
            let outcome = try sh("python3 mail.py mails/\(name)")
            try #require(outcome.status == 0, "\(outcome)")
            return outcome.text
        }
    }
}
