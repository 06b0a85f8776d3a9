import EventFixture

/// A command of the program that runs for a short time. The command opens the store or a gate pack, and closes it.
struct ScheduleCommand: CustomStringConvertible {
    /// The command’s name without arguments, such as `gate admit`.
    let leaf: String
    /// The shell arguments after `eventpass`. Before the command runs, `NEW` is replaced by a new name, `CODE` by the
    /// code of a ticket of the event `fair`, and `PACK` by the gate pack that the gates use. `ScheduleOutset` sets the
    /// shell variables, such as `$TICKET`. No two commands change the same data.
    let line: String
    /// The allowed exit statuses of the first run. The schedule fails if the command ends with another status or by a
    /// signal.
    var statuses: Set<Int32> = [0]
    /// Exit statuses that are also allowed when the command is repeated, because the first run has already made the
    /// change.
    var later: Set<Int32> = [1, 65]
    /// The command’s effect on the ticket whose code is `CODE` and whose token is the command’s input.
    var effect = Effect.none

    enum Effect {
        case none, admits, cancels
    }

    var description: String { line }

    /// The commands that run while a gate is open. Every command of the program is in this list or in `exempt`.
    static let services =
        stores + keys + people + events + sales + tickets + guests + prints + gates + reports
        + messages

    /// The commands that are not in `services`, each with the reason.
    static let exempt = [
        "demo": "runs for a minute, in a separate folder",
        "event logo set": "decodes a picture in another process, which takes as long as many other commands",
        "event poster set": "decodes a picture in another process, which takes as long as many other commands",
        "gate calibrate": "waits for a scanner at a terminal",
        "gate check": "admits people; `admit(at:)` runs it",
        "mail test": "sends a mail to a server outside of the store",
        "push test": "sends a message through a push service",
        "notice bounce": "reads a mail that came back; the schedules send none",
        "sms set": "needs an account of a provider, or a modem",
        "sms test": "sends an SMS through a provider or a modem",
        "gate run": "shows the gate page while the other commands run",
        "serve": "runs until it is stopped; the schedules start a server as a separate step",
        "read-picture": "decodes a picture for another process of the program",
        "serve-reader": "runs until it is stopped, and reads pictures for a server",
        "ticket cancel": "cancels tickets; `cancel(at:)` runs it",
    ]

    /// The commands that read or change the gate pack that the gates use. These commands run only in schedules whose
    /// gates use a gate pack.
    static let pack = [
        ScheduleCommand("gate refresh", "PACK --from fair"), ScheduleCommand("gate stats", "PACK"),
        ScheduleCommand("gate log", "PACK"), ScheduleCommand("gate verify-log", "PACK"),
        ScheduleCommand("gate merge", "fair PACK"), ScheduleCommand("gate conflicts", "PACK"),
        ScheduleCommand("gate list", "PACK"), ScheduleCommand("print list", "PACK --output NEW.pdf"),
        ScheduleCommand("gate clock accept", "PACK --reason Battery --yes", [0, 1]),
    ]

    /// Admits the ticket whose token is the command’s input.
    static func admit(at storage: ScheduleStorage) -> ScheduleCommand {
        ScheduleCommand(
            "gate check", "\(storage.isPack ? "PACK" : "fair") --gate East", [0, 1, 3], effect: .admits)
    }

    /// Cancels the ticket `CODE`. If the gates use a gate pack, refreshes the pack so that it contains the
    /// cancellation.
    static func cancel(at storage: ScheduleStorage) -> ScheduleCommand {
        ScheduleCommand(
            "ticket cancel",
            "fair CODE --yes" + (storage.isPack ? " && eventpass gate refresh PACK --from fair" : ""), effect: .cancels)
    }

    static func random(at storage: ScheduleStorage, using random: inout SeededGenerator) -> ScheduleCommand {
        let all =
            switch Int.random(in: 0..<10, using: &random) {
            case ..<2: Array(repeating: admit(at: storage), count: 3) + Array(repeating: cancel(at: storage), count: 2)
            case ..<5 where storage.isPack: pack
            default: services
            }
        return all[Int.random(in: all.indices, using: &random)]
    }

    /// - Parameter first: a command that must succeed before this command runs; nil if no such command is needed.
    private init(
        _ leaf: String, _ arguments: String = "", _ statuses: Set<Int32> = [0], later: Set<Int32> = [1, 65],
        behind first: String? = nil, effect: Effect = .none
    ) {
        self.leaf = leaf
        line = (first.map { "\($0) && eventpass " } ?? "") + leaf + (arguments.isEmpty ? "" : " \(arguments)")
        (self.statuses, self.later, self.effect) = (statuses, later, effect)
    }
}

// MARK: Arguments of each command

extension ScheduleCommand {
    private static let here = #""${EVENTPASS_STORE:-sqlite:data/store.sqlite}""#

    private static let stores = [
        ScheduleCommand("doctor", "", [0, 1]), ScheduleCommand("doctor", "--event fair", [0, 1]),
        ScheduleCommand("init"), ScheduleCommand("store check"),
        ScheduleCommand("store migrate"), ScheduleCommand("store backup", "NEW.sqlite"),
        ScheduleCommand("store copy", "--from \(here) --to sqlite:NEW.sqlite"),
        // This command restores the open store’s file and the file’s log into a separate folder.
        ScheduleCommand(
            "store restore", "data/store.sqlite --yes --data NEW --store sqlite:NEW/store.sqlite"),
        // This command is refused, because its empty input does not confirm the restore.
        ScheduleCommand(
            "store restore", "backup.sqlite < /dev/null", [64]),
    ]

    private static let messages = [
        ScheduleCommand("mail set", "--folder data --from tickets@example.org"), ScheduleCommand("mail show"),
        ScheduleCommand("mail remove", "", [0, 65]), ScheduleCommand("sms show"),
        ScheduleCommand("sms remove", "", [0, 65]),
        ScheduleCommand("push set", "--contact mailto:tickets@example.org --url https://tickets.example.org"),
        ScheduleCommand("push show"), ScheduleCommand("push remove", "--yes", [0, 65]),
        ScheduleCommand("notice show", "x --organizer nile", [65]),
        ScheduleCommand("notice send", "", [0, 2]), ScheduleCommand("notice retry", "--failed --organizer nile"),
        ScheduleCommand("notice acknowledge", "x --result sent --organizer nile", [65]),
        ScheduleCommand("notice write", "fair --to all --subject Coats --body-file guests.csv --yes", [0, 1]),
        ScheduleCommand("notice prune"), ScheduleCommand("notice policy show"),
        ScheduleCommand("notice policy set", "spacing=20"), ScheduleCommand("notice policy reset", "spacing"),
        ScheduleCommand("notice stopped", "--organizer nile"), ScheduleCommand("notice template list", "nile"),
        ScheduleCommand("notice template show", "nile --kind reminder"),
        ScheduleCommand("notice template set", "nile --kind reminder --file guests.csv", [0, 65]),
        ScheduleCommand("notice template remove", "nile --kind reminder", [0, 65]),
        ScheduleCommand("event accent set", "spare '#2f6690'"), ScheduleCommand("event accent remove", "spare"),
        ScheduleCommand("event poster remove", "spare", [65]),
        ScheduleCommand("event logo remove", "spare", [65]),
        ScheduleCommand("event reminder list", "fair"),
        ScheduleCommand("event reminder add", "fair --before 2h", [0, 1, 65]),
        ScheduleCommand("event reminder remove", "fair 1", [0, 65]),
    ]

    private static let keys = [
        ScheduleCommand("key generate"), ScheduleCommand("key list"), ScheduleCommand("key rotate"),
        ScheduleCommand("key retire", "9 --yes"), ScheduleCommand("key export", "1 --yes"),
        ScheduleCommand("key import", "--number 8 < key-8.txt"),
    ]

    private static let people = [
        ScheduleCommand("user add", "NEW"), ScheduleCommand("user list"),
        ScheduleCommand("user password", "paula@example.org < password.txt"),
        ScheduleCommand("organizer create", "NEW"), ScheduleCommand("organizer list"),
        ScheduleCommand("organizer show", "nile"), ScheduleCommand("organizer edit", "nile --name Nile"),
        ScheduleCommand("organizer verify status", "nile"),
        ScheduleCommand("organizer verify profile", "nile --email olive@example.org"),
        ScheduleCommand("organizer verify identity", "nile --document passport < passport.txt"),
        ScheduleCommand("organizer verify contact", "nile --email box@example.org --phone +256772123456"),
        ScheduleCommand("organizer verify phone", "nile", [0, 1, 65]),
        ScheduleCommand("organizer verify payout", "nile --mobile-money mtn --phone +256772123456"),
        ScheduleCommand("organizer verify terms", "nile --accept 2026-1"),
        ScheduleCommand("organizer member add", "nile paula@example.org --role gate"),
        ScheduleCommand("organizer member invite", "nile --email vera@example.org --role gate"),
        ScheduleCommand("organizer member list", "nile"), ScheduleCommand("organizer member invitations", "nile"),
        ScheduleCommand("organizer member withdraw", "nile nobody@example.org", [65]),
        ScheduleCommand("organizer review on"), ScheduleCommand("organizer review list"),
        ScheduleCommand("organizer review accept", "nile --seen x", [65]),
        ScheduleCommand("organizer review return", "nile --seen x --reason Blurred", [65]),
        ScheduleCommand("organizer review off"),
        ScheduleCommand("event abuse on"), ScheduleCommand("event abuse list", "--all"),
        ScheduleCommand("event abuse close", "1-1 --note Checked", [65]), ScheduleCommand("event abuse off"),
        ScheduleCommand("organizer member remove", "nile ruth@example.org --yes"),
        ScheduleCommand("organizer token create", "nile --name NEW --scope read"),
        ScheduleCommand("organizer token list", "nile"), ScheduleCommand("organizer token revoke", "nile $TOKEN"),
        ScheduleCommand(
            "organizer webhook create", "nile --url https://127.0.0.1:9/NEW --kind issued --allow-private"),
        ScheduleCommand("organizer webhook list", "nile"), ScheduleCommand("organizer webhook show", "nile $WEBHOOK"),
        ScheduleCommand("organizer webhook secret", "nile $WEBHOOK"),
        ScheduleCommand("organizer webhook end", "nile $ENDED"),
    ]

    private static let events = [
        ScheduleCommand(
            "event create",
            "--organizer nile --title NEW --venue Lido --timezone UTC --start 2099-01-01T18:00 --end 2099-01-02T04:00"),
        ScheduleCommand("event list"), ScheduleCommand("event show", "fair"),
        ScheduleCommand("event edit", "spare --about NEW"), ScheduleCommand("event publish", "publish"),
        ScheduleCommand("event cancel", "cancel --yes"), ScheduleCommand("event delete", "delete --yes"),
        ScheduleCommand("event restore", "restore"), ScheduleCommand("event duplicate", "spare --title NEW"),
        ScheduleCommand("event history", "fair"),
        ScheduleCommand("event sub-event add", "gala --type other --name NEW --note dance"),
        ScheduleCommand("event sub-event list", "gala"),
        ScheduleCommand("event sub-event edit", "gala ceremony --venue NEW"),
        ScheduleCommand("event sub-event remove", "gala rehearsal --yes"),
        ScheduleCommand("event import-settings", "gala settings.json"),
        ScheduleCommand("type add", "spare --name NEW"), ScheduleCommand("type edit", "spare Regular --gate-note NEW"),
        ScheduleCommand("type list", "fair"), ScheduleCommand("type duplicate", "spare Regular --name NEW"),
        ScheduleCommand("type move", "spare Regular --to 2"),
        ScheduleCommand("type remove", "spare Unsold --yes"),
    ]

    private static let sales = [
        ScheduleCommand("order create", "spare --line Regular=1 --buyer NEW"), ScheduleCommand("order list", "fair"),
        ScheduleCommand("order show", "spare $PAID"), ScheduleCommand("order pay", "spare $PENDING --paid cash"),
        ScheduleCommand("order refund", "spare $REFUNDED --all --yes"),
        ScheduleCommand("order pay-back", "spare $OWED"),
        ScheduleCommand("order cancel", "spare $DROPPED --yes"),
    ]

    private static let tickets = [
        ScheduleCommand("ticket issue", "fair --type Regular --count 3"),
        ScheduleCommand("ticket issue", "fair --type Regular --count 300"), ScheduleCommand("ticket list", "fair"),
        ScheduleCommand("ticket list", "fair --status issued --type Regular --csv NEW.csv"),
        ScheduleCommand("ticket search", "fair nobody", [0, 1]), ScheduleCommand("ticket show", "fair CODE"),
        ScheduleCommand("ticket edit", "spare $TICKET --note NEW"), ScheduleCommand("ticket resend", "spare $SOLD"),
        ScheduleCommand("ticket block", "spare $CANCELLED --note lost --yes"),
        ScheduleCommand("ticket unblock", "spare $BLOCKED"),
        ScheduleCommand("ticket reissue", "spare $REISSUED --yes"),
        ScheduleCommand("ticket transfer", "spare $MOVED --to Ruth --yes"),
        ScheduleCommand("ticket export", "spare $TICKET --format png --output NEW.png"),
        ScheduleCommand("ticket link", "spare $TICKET --base https://example.org"),
        ScheduleCommand("token inspect"), ScheduleCommand("token verify"),
        ScheduleCommand("qr render", "--format png --output NEW.png Hello"), ScheduleCommand("qr read", "hello.png"),
    ]

    private static let guests = [
        ScheduleCommand("guest import", "gala guests.csv"), ScheduleCommand("guest list", "gala"),
        ScheduleCommand("guest show", "gala 'Grace Nakato'"), ScheduleCommand("guest invite", "gala --all"),
        ScheduleCommand("guest answer", "gala 'Grace Nakato' yes --sub-event ceremony"),
        ScheduleCommand("guest companion", "gala 'Grace Nakato' 1 --name Amina --meal fish"),
        ScheduleCommand("guest headcount freeze", "gala"), ScheduleCommand("guest headcount list", "gala"),
        ScheduleCommand("guest headcount show", "gala 1 --csv NEW.csv", [0, 65]),
        ScheduleCommand("guest headcount compare", "gala 1", [0, 65]),
        ScheduleCommand("guest attendance", "gala"), ScheduleCommand("guest link", "gala --base https://example.org"),
    ]

    private static let prints = [
        ScheduleCommand("print sheets", "spare --output NEW.pdf"),
        ScheduleCommand("print labels", "spare --template avery-l7160 --output NEW.pdf"),
        ScheduleCommand("print badges", "spare --output NEW.pdf"),
        ScheduleCommand("print cards", "gala --sub-event ceremony --all --output NEW.pdf"),
        ScheduleCommand("print list", "spare --output NEW.pdf"),
        ScheduleCommand("print calibration", "--output NEW.pdf"), ScheduleCommand("print status", "spare"),
        ScheduleCommand("print reprint", "spare 1 --sheet 1 --output NEW.pdf"),
        ScheduleCommand("print void", "spare 1 --sheet 1 --yes"),
    ]

    private static let gates = [
        ScheduleCommand("gate admit", "spare $ADMITTED --gate East", later: [1, 3]),
        ScheduleCommand("gate admit", "fair CODE --gate East --rehearse", [0, 1, 3]),
        ScheduleCommand(
            "gate undo", "spare $UNDONE --gate East --reason Mistake", behind: "gate admit spare $UNDONE --gate East"),
        ScheduleCommand("gate log", "fair"), ScheduleCommand("gate stats", "fair"), ScheduleCommand("gate verify-log"),
        ScheduleCommand("gate log", "fair --ticket CODE"), ScheduleCommand("gate stats", "fair --watch"),
        ScheduleCommand("gate pack", "fair --device NEW --output NEW.gate"),
        ScheduleCommand(
            "gate pack",
            "fair --device NEW --passphrase --output NEW.gate && eventpass gate stats NEW.gate && "
                + "eventpass gate merge fair NEW.open.gate"),
        ScheduleCommand("gate refresh", "spare.gate --from spare"), ScheduleCommand("gate merge", "spare spare.gate"),
        ScheduleCommand("gate conflicts", "fair"), ScheduleCommand("gate list", "spare"),
        ScheduleCommand("gate enter", "spare ticked.csv --gate East"),
        ScheduleCommand("gate pair", "spare --gate East"),
        ScheduleCommand("gate landmark set", #"spare --gate East --text "by the fountain""#),
        ScheduleCommand("gate landmark list", "spare"),
        ScheduleCommand(
            "gate landmark remove", "spare --gate West",
            behind: #"gate landmark set spare --gate West --text "by the lake""#),
        ScheduleCommand("gate devices list", "spare"), ScheduleCommand("gate devices revoke", "spare $PHONE"),
        ScheduleCommand("gate clock accept", "--reason Battery --yes", [0, 1]),
    ]

    private static let reports = [
        ScheduleCommand("report sales", "spare --csv NEW.csv"), ScheduleCommand("report attendance", "fair"),
        ScheduleCommand("report headcount", "gala --csv NEW.csv"),
        ScheduleCommand("report audit", "--organizer nile"), ScheduleCommand("notice list", "--organizer nile"),
        ScheduleCommand("notice list", "--organizer nile --first 5 --csv NEW.csv"),
    ]
}
