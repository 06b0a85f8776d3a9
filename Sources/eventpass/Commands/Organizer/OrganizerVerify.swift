import ArgumentParser
import Cryptography
import Foundation
import Management
import Presenting
import Ticketing

struct OrganizerVerify: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "The five steps before an organizer may publish.",
        discussion: """
            Without a step it says what is missing. An organizer that the owner of this data folder created counts as \
            verified.

              eventpass organizer verify nile-nights
              eventpass organizer verify profile nile-nights --email joan@example.org
              eventpass organizer verify profile nile-nights --code 123456
              eventpass organizer verify identity nile-nights \\
                  --document passport < number.txt
              eventpass organizer verify contact nile-nights --phone +256772123456
              eventpass organizer verify payout nile-nights --mobile-money mtn \\
                  --phone +256772123456
              eventpass organizer verify terms nile-nights --accept 2026-1
            """,
        subcommands: [
            VerifyStatus.self, VerifyProfile.self, VerifyIdentity.self, VerifyContact.self, VerifyPayout.self,
            VerifyTerms.self,
        ],
        defaultSubcommand: VerifyStatus.self)
}

/// What every step takes, and says at its end.
struct VerifyOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func take(_ claim: VerificationClaim) throws {
        let office = try global.dataFolder().openOffice()
        try write(try office.verify(try office.organizer(named: organizerArgument.organizer), claim))
    }

    func write(_ organizer: Organizer) throws {
        let missing = organizer.verification.missing.map(\.rawValue)
        let line =
            missing.isEmpty
            ? "\(organizer.slug) is verified and may publish"
            : "\(organizer.slug) still lacks \(missing.joined(separator: ", "))"
        try StandardOutput.line(output.json ? OrganizerView(organizer: organizer).json.text : line)
    }
}

struct VerifyStatus: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Say which steps are missing.",
        discussion: """
              eventpass organizer verify status nile-nights --json | jq .missing
            """)

    @OptionGroup var options: VerifyOptions

    func run() throws {
        try options.write(
            try options.global.dataFolder().openOffice().organizer(named: options.organizerArgument.organizer))
    }
}

struct VerifyProfile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Confirm an e-mail address: make a code, then type it here.",
        discussion: """
            A message with the code is queued; no sender is set up. The owner of this data folder reads it with \
            eventpass notice list --all. A code has five tries.

              eventpass organizer verify profile nile-nights --email joan@example.org
              eventpass organizer verify profile nile-nights --code 123456
            """)

    @OptionGroup var options: VerifyOptions
    @Option(help: "The address to confirm; a message with a code is queued.")
    var email: Given<EmailAddress>?
    @Option(help: "The code in that message.")
    var code: String?

    func validate() throws {
        if (email == nil) == (code == nil) { throw ValidationError("say either --email or --code") }
    }

    func run() throws {
        if let email {
            try options.take(.email(try Fields.read(only: email, "email")))
            StandardError.say(
                "next: a message with a code is queued (the owner of this data folder reads it with eventpass notice "
                    + "list --all); type the code with --code CODE")
        }
        if let code { try options.take(.emailCode(code)) }
    }
}

struct VerifyIdentity: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity",
        abstract: "Check a document. Its number comes from a prompt or standard input; only a keyed hash is kept.",
        discussion: """
              eventpass organizer verify identity nile-nights --document passport \\
                  < number.txt
            """)

    @OptionGroup var options: VerifyOptions
    @Option(help: "The kind of document.")
    var document: Given<IdentityDocument>

    func run() throws {
        let document = try Fields.read(only: document, "document")
        let typed =
            isatty(STDIN_FILENO) == 1
            ? try Prompt.secret("Number of the \(document.rawValue): ")
            : try SecretLine.read(from: STDIN_FILENO, "standard input")
        guard let typed else {
            throw Failure(.badInput, "there is no number", hint: "type it, or give it on standard input")
        }
        let number = typed.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        let key = try IdentityKey(path: try options.global.dataFolder().identityKeyPath)
        try options.take(.identity(document, number: number, key))
    }
}

struct VerifyContact: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact", abstract: "Say how the public reaches the organizer; one way or more.",
        discussion: """
              eventpass organizer verify contact nile-nights \\
                  --website https://nile.example --json | jq .missing
            """)

    @OptionGroup var options: VerifyOptions
    @Option(help: "An e-mail address.")
    var email: Given<EmailAddress>?
    @Option(help: "A phone number with its country.")
    var phone: Given<PhoneNumber>?
    @Option(help: "An address that begins with https://.")
    var website: String?

    func run() throws {
        var fields = Fields()
        let contact = PublicContact(
            email: fields.read(email, "email"), phone: fields.read(phone, "phone"), website: website)
        try fields.end(besides: contact.faults.filter { $0.field != "contact" })
        try options.take(.contact(contact))
    }
}

struct VerifyPayout: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: "Say where the money goes: mobile money, or a bank. Checked by format.",
        discussion: """
              eventpass organizer verify payout nile-nights --mobile-money mtn \\
                  --phone +256772123456
              eventpass organizer verify payout nile-nights \\
                  --account "GB82 WEST 1234 5698 7654 32"
            """)

    @OptionGroup var options: VerifyOptions
    @Option(help: "The network of a mobile money account; --phone has its number.")
    var mobileMoney: Given<Payout.Network>?
    @Option(help: "The number of a mobile money account.")
    var phone: Given<PhoneNumber>?
    @Option(help: "The bank's name.")
    var bank: String?
    @Option(help: "An IBAN, or the account's number at the bank.")
    var account: String?

    func run() throws {
        guard (mobileMoney == nil) == (phone == nil), (phone == nil) != (account == nil) else {
            throw Failure(
                .usage, "a payout is mobile money or a bank", hint: "say --mobile-money and --phone, or --account")
        }
        var fields = Fields()
        let (network, phone) = (fields.read(mobileMoney, "mobile-money"), fields.read(phone, "phone"))
        try fields.end()
        if let network, let phone { try options.take(.payout(.mobileMoney(network, phone))) }
        if let account { try options.take(.payout(.bank(name: bank, account: account.filter { $0 != " " }))) }
    }
}

struct VerifyTerms: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terms", abstract: "Accept the terms of use.",
        discussion: """
              eventpass organizer verify terms nile-nights --accept \(Terms.version) &&
                  eventpass event publish new-year
            """)

    @OptionGroup var options: VerifyOptions
    @Option(help: "The version that is accepted: \(Terms.version).")
    var accept: String

    func run() throws { try options.take(.terms(version: accept)) }
}
