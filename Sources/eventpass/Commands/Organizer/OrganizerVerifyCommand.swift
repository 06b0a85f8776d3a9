import ArgumentParser
import Cryptography
import Foundation
import Languages
import Management
import Presentation
import Ticketing

struct OrganizerVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer verify nile-nights
                  eventpass organizer verify profile nile-nights --email joan@example.org
                  eventpass organizer verify profile nile-nights --code 123456
                  eventpass organizer verify identity nile-nights \\
                      --document passport < number.txt
                  eventpass organizer verify contact nile-nights --phone +256772123456
                  eventpass organizer verify payout nile-nights --mobile-money mtn \\
                      --phone +256772123456
                  eventpass organizer verify terms nile-nights --accept 2026-1
                """
            ]),
        subcommands: [
            VerifyStatusCommand.self, VerifyProfileCommand.self, VerifyIdentityCommand.self, VerifyContactCommand.self,
            VerifyPhoneCommand.self, VerifyPayoutCommand.self, VerifyTermsCommand.self,
        ],
        defaultSubcommand: VerifyStatusCommand.self)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerify"

        case abstract = "Verify an organizer, in five steps, so that it may publish events."
        case discussion =
            """
            Without a step, the command lists the missing steps. An organizer that the owner of this data folder \
            created is already verified.

            {examples}
            """
    }
}

/// The options that the commands of all verification steps share. `submit` submits a step and prints which steps are
/// still missing.
struct VerifyOptions: ParsableArguments {
    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func submit(_ claim: VerificationStepInput) throws {
        let services = try global.dataFolder().openServices()
        try write(
            try services.organizers.verify(try services.organizers.organizer(named: organizerArgument.organizer), claim)
        )
    }

    func write(_ organizer: Organizer) throws {
        let missing = organizer.verification.missing.map(\.rawValue)
        let line =
            missing.isEmpty
            ? "\(organizer.slug) is verified and may publish"
            : "\(organizer.slug) still lacks \(missing.joined(separator: ", "))"
        try StandardOutput.line(output.json ? OrganizerJSON(organizer: organizer).json.text : line)
    }
}

struct VerifyStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer verify status nile-nights --json | jq .missing
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyStatus"

        case abstract = "List the missing steps."
    }

    @OptionGroup var options: VerifyOptions

    func run() throws {
        try options.write(
            try options.global.dataFolder().openServices().organizers.organizer(
                named: options.organizerArgument.organizer))
    }
}

struct VerifyProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer verify profile nile-nights --email joan@example.org
                  eventpass organizer verify profile nile-nights --code 123456
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyProfile"

        case abstract = "Confirm an e-mail address with a code."
        case discussion =
            """
            EventPass queues a message with the code. If no sender is set up, the owner of this data folder reads the \
            code with “eventpass notice list --all”. A code allows five attempts.

            {examples}
            """
        case email = "The address to confirm; a message with a code is queued."
        case code = "The code from the message that was sent to the address."
        case emailOrCode = "give either --email or --code"
        case codeQueued =
            "a message with a code is queued (the owner of this data folder can read the code with “eventpass notice list --all”); enter the code with --code CODE"
    }

    @OptionGroup var options: VerifyOptions
    @Option(help: ArgumentHelp(Text.email))
    var email: ParsedArgument<EmailAddress>?
    @Option(help: ArgumentHelp(Text.code))
    var code: String?

    func validate() throws {
        if (email == nil) == (code == nil) { throw ValidationError(Text.emailOrCode) }
    }

    func run() throws {
        if let email {
            try options.submit(.email(try FieldParser.read(only: email, "email")))
            StandardError.next(Text.codeQueued)
        }
        if let code { try options.submit(.emailCode(code)) }
    }
}

struct VerifyIdentityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "identity", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer verify identity nile-nights --document passport \\
                  < number.txt
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyIdentity"

        case abstract = "Record an identity document's number. Only a keyed hash of the number is stored."
        case document = "The kind of document."
        case noNumber = "no number was given"
        case question = "Number of the {document}:"
    }

    @OptionGroup var options: VerifyOptions
    @Option(help: ArgumentHelp(Text.document))
    var document: ParsedArgument<IdentityDocument>

    func run() throws {
        let document = try FieldParser.read(only: document, "document")
        let typed =
            isatty(STDIN_FILENO) == 1
            ? try Prompt.secret(Sentence(Text.question, ["document": .text(document.rawValue)]))
            : try SecretLine.read(from: STDIN_FILENO, SecretLine.Text.standardInput.text)
        guard let typed else {
            throw CommandFailure(.badInput, Text.noNumber, hint: Sentence(SecretLine.Text.missingHint))
        }
        let number = typed.withBytes { bytes in String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self) }
        let key = try IdentityKey(path: try options.global.dataFolder().identityKeyPath)
        try options.submit(.identity(document, number: number, key))
    }
}

struct VerifyContactCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "contact", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer verify contact nile-nights \\
                  --website https://nile.example --json | jq .missing
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyContact"

        case abstract = "Set the organizer's public contact. At least one of the options is required."
        case email = "An e-mail address."
        case phone = "A phone number with its country code."
        case website = "A URL that begins with https://."
    }

    @OptionGroup var options: VerifyOptions
    @Option(help: ArgumentHelp(Text.email))
    var email: ParsedArgument<EmailAddress>?
    @Option(help: ArgumentHelp(Text.phone))
    var phone: ParsedArgument<PhoneNumber>?
    @Option(help: ArgumentHelp(Text.website))
    var website: String?

    func run() throws {
        var fields = FieldParser()
        let contact = PublicContact(
            email: fields.read(email, "email"), phone: fields.read(phone, "phone"), website: website)
        try fields.finish(adding: contact.faults.filter { $0.field != "contact" })
        try options.submit(.contact(contact))
    }
}

struct VerifyPhoneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass organizer verify phone nile-nights
                  eventpass organizer verify phone nile-nights --code 123456
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyPhone"

        case abstract = "Confirm the phone number of the public contact with a code."
        case discussion =
            """
            Publishing does not require this step. First confirm the organizer’s e-mail address with “eventpass \
            organizer verify profile”. Without --code, EventPass queues a message with a code to the phone number that \
            “eventpass organizer verify contact” has set. A code allows five attempts.

            {examples}
            """
        case code = "The code from the message that was sent to the phone number."
        case notPending = "no phone number is waiting for confirmation"
        case newCodeHint = "create a new code with: eventpass organizer verify phone ORGANIZER"
        case codeQueued =
            "enter the code with --code CODE; if no sender is set up, the owner of this data folder can read the code with “eventpass notice list --all”"
    }

    @OptionGroup var options: VerifyOptions
    @Option(help: ArgumentHelp(Text.code))
    var code: String?

    func run() throws {
        let services = try options.global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: options.organizerArgument.organizer)
        guard let code else {
            try write(try services.organizers.verify(organizer, .phone), "queued a code for the phone number of")
            return StandardError.next(Text.codeQueued)
        }
        do {
            try write(try services.organizers.verify(organizer, .phoneCode(code)), "confirmed the phone number of")
        } catch ManagementError.noPendingConfirmation {
            throw CommandFailure(.refused, Text.notPending, hint: Sentence(Text.newCodeHint))
        } catch ManagementError.wrongConfirmation(left: 0) {
            throw CommandFailure(
                .refused, ManagementError.wrongConfirmation(left: 0).sentence, hint: Sentence(Text.newCodeHint))
        }
    }

    private func write(_ organizer: Organizer, _ result: String) throws {
        try StandardOutput.line(
            options.output.json ? OrganizerJSON(organizer: organizer).json.text : "\(result) \(organizer.slug)")
    }
}

struct VerifyPayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "payout", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer verify payout nile-nights --mobile-money mtn \\
                  --phone +256772123456
              eventpass organizer verify payout nile-nights \\
                  --account "GB82 WEST 1234 5698 7654 32"
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyPayout"

        case abstract = "Set the payout account: mobile money or a bank."
        case mobileMoney = "The network of a mobile money account. Give the number of the account with --phone."
        case phone = "The number of a mobile money account."
        case bank = "The bank's name."
        case account = "An IBAN, or the account's number at the bank."
        case notOneAccount = "a payout account is either mobile money or a bank account"
        case notOneAccountHint = "give --mobile-money and --phone, or --account"
    }

    @OptionGroup var options: VerifyOptions
    @Option(help: ArgumentHelp(Text.mobileMoney))
    var mobileMoney: ParsedArgument<Payout.Network>?
    @Option(help: ArgumentHelp(Text.phone))
    var phone: ParsedArgument<PhoneNumber>?
    @Option(help: ArgumentHelp(Text.bank))
    var bank: String?
    @Option(help: ArgumentHelp(Text.account))
    var account: String?

    func run() throws {
        guard (mobileMoney == nil) == (phone == nil), (phone == nil) != (account == nil) else {
            throw CommandFailure(.usage, Text.notOneAccount, hint: Sentence(Text.notOneAccountHint))
        }
        var fields = FieldParser()
        let (network, phone) = (fields.read(mobileMoney, "mobile-money"), fields.read(phone, "phone"))
        try fields.finish()
        if let network, let phone { try options.submit(.payout(.mobileMoney(network, phone))) }
        if let account { try options.submit(.payout(.bank(name: bank, account: account.filter { $0 != " " }))) }
    }
}

struct VerifyTermsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "terms", abstract: Text.abstract.text,
        discussion: """
              eventpass organizer verify terms nile-nights --accept \(Terms.version) &&
                  eventpass event publish new-year
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandOrganizerVerifyTerms"

        case abstract = "Accept the terms of use."
        case accept = "The version you accept: {version}."
    }

    @OptionGroup var options: VerifyOptions
    @Option(help: ArgumentHelp(Text.accept, ["version": .text(Terms.version)]))
    var accept: String

    func run() throws { try options.submit(.terms(version: accept)) }
}
