import ArgumentParser
import Foundation
import Gate
import Languages
import Management
import Messaging
import Presentation
public import Ticketing

struct NoticeTemplateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template", abstract: Text.abstract.text,
        subcommands: [
            NoticeTemplateListCommand.self, NoticeTemplateShowCommand.self, NoticeTemplateSetCommand.self,
            NoticeTemplateRemoveCommand.self,
        ])

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeTemplate"

        case abstract = "Change the texts of an organizer's messages."
    }
}

extension Notice.Kind: ArgumentValue {}

/// A channel for which templates can be written.
enum TemplateChannelArgument: String, CaseIterable, ArgumentValue {
    case email, sms

    var channel: Notice.Channel {
        switch self {
        case .email: .email
        case .sms: .sms
        }
    }
}

/// The options that select a template.
struct TemplateSelection: ParsableArguments {
    @Option(help: ArgumentHelp(Text.kind))
    var kind: ParsedArgument<Notice.Kind>
    @Option(help: ArgumentHelp(Text.channel))
    var channel = TemplateChannelArgument.email
    @Option(help: ArgumentHelp(Text.language))
    var language = Language.english

    enum Text: String, SentenceKey {
        static let subject = "optionsTemplateSelection"

        case kind = "The kind of message, such as reminder."
        case channel = "The channel of the messages."
        case language = "The language of the recipients."
    }

    /// The organizer's template; the standard text if the organizer has no template.
    ///
    /// - Throws: `MessageTemplateError` for a kind whose text cannot be changed; errors of the services.
    func current(of organizer: Organizer, _ services: ManagementServices) throws -> CurrentTemplate {
        let kind = try FieldParser.read(only: kind, "kind")
        return CurrentTemplate(
            current: try services.notices.currentTemplate(kind, by: channel.channel, in: language, of: organizer),
            zone: try services.events.timeZone(of: organizer))
    }
}

/// The current text of messages of one kind.
struct CurrentTemplate {
    private let current: CurrentMessageTemplate
    private let zone: TimeZone

    init(current: CurrentMessageTemplate, zone: TimeZone) {
        self.current = current
        self.zone = zone
    }

    var template: MessageTemplate { current.template }
    var name: String { "\(template.kind.rawValue), \(template.channel.rawValue), \(template.language)" }
    var bodyLines: [String] {
        template.body.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).visible }
    }

    var lines: [String] {
        let changed = VerdictSentences(timeZone: zone).moment(template.changed)
        let state = current.isOwn ? "own, changed \(changed)" : "standard"
        let fields: [(String, String?)] = [
            ("kind", template.kind.rawValue), ("channel", template.channel.rawValue),
            ("language", template.language), ("text", state),
            ("subject", template.subject.isEmpty ? nil : template.subject),
        ]
        return fields.compactMap { name, value in value.map { ReportLine.text(name, $0) } }
            + ["arguments \(current.arguments.map { "{\($0)}" }.joined(separator: " "))", ""] + bodyLines
    }

    var json: JSON { current.json(in: zone) }
}

struct NoticeTemplateListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: Text.abstract.text,
        discussion: """
              eventpass notice template list nile --json | jq 'select(.own != [])'
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeTemplateList"

        case abstract = "List the kinds of messages whose texts can be changed, and the organizer's own texts."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument

    func run() throws {
        let services = try global.dataFolder().openServices()
        let own = try services.notices.templates(
            of: try services.organizers.organizer(named: organizerArgument.organizer))
        if output.json {
            for kind in Notice.Kind.editable {
                try StandardOutput.line(CurrentMessageTemplate.json(kind, own: own).text)
            }
            return
        }
        var table = Table("kind", "email", "sms", empty: nil)
        for kind in Notice.Kind.editable {
            let states = Notice.Channel.ofTemplates.map { channel in
                guard kind.templateChannels.contains(channel) else { return "none" }
                let languages = own.filter { $0.kind == kind && $0.channel == channel }.map(\.language)
                return languages.isEmpty ? "standard" : "own: \(languages.joined(separator: " "))"
            }
            table.add([kind.rawValue] + states)
        }
        try table.write(global.terminal())
    }
}

struct NoticeTemplateShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice template show nile --kind reminder --body > reminder.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeTemplateShow"

        case abstract = "Show the text of messages of one kind, and the arguments that it can contain."
        case discussion =
            """
            If the organizer has not changed the text, the command shows the standard text.

            {examples}
            """
        case body = "Print only the text, for a file to edit."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var selection: TemplateSelection
    @Flag(help: ArgumentHelp(Text.body))
    var body = false

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let current = try selection.current(of: organizer, services)
        if output.json { return try StandardOutput.line(current.json.text) }
        for line in body ? current.bodyLines : current.lines { try StandardOutput.line(line) }
    }
}

struct NoticeTemplateSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice template set nile --kind reminder --channel email \\
                      --subject "See you soon: {event_title}" --file reminder.txt
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeTemplateSet"

        case abstract = "Set the text of messages of one kind, on one channel and in one language."
        case discussion =
            """
            Arguments in braces are placeholders for values of the message; “eventpass notice template show” lists \
            them. A brace that is not part of an argument is written twice. Docs/Messages.md explains the arguments.

            {examples}
            """
        case file = "A text file with the template; - is standard input."
        case mailSubject = "The subject of the mails, in one line. (default: the subject that is used now)"
        case subjectOfSMS = "--subject needs --channel email; an SMS has no subject"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var selection: TemplateSelection
    @Option(help: ArgumentHelp(Text.file), completion: .file())
    var file: String
    @Option(help: ArgumentHelp(Text.mailSubject))
    var subject: String?

    func validate() throws {
        if subject != nil, selection.channel != .email { throw ValidationError(Text.subjectOfSMS) }
    }

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        var template = try selection.current(of: organizer, services).template
        template.body = try MessageFile.text(at: file)
        if let subject { template.subject = subject }
        try services.notices.setTemplate(try ParsedMessageTemplate(template), of: organizer)
        let current = try selection.current(of: organizer, services)
        try StandardOutput.line(output.json ? current.json.text : "set template \(current.name)")
    }
}

struct NoticeTemplateRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: Text.abstract.text,
        discussion: """
              eventpass notice template remove nile --kind reminder --channel sms
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandNoticeTemplateRemove"

        case abstract = "Remove the organizer's text, so that messages have the standard text again."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @OptionGroup var organizerArgument: OrganizerArgument
    @OptionGroup var selection: TemplateSelection

    func run() throws {
        let services = try global.dataFolder().openServices()
        let organizer = try services.organizers.organizer(named: organizerArgument.organizer)
        let kind = try FieldParser.read(only: selection.kind, "kind")
        let removed = try services.notices.removeTemplate(
            kind, by: selection.channel.channel, in: selection.language, of: organizer)
        let current = try selection.current(of: organizer, services)
        if output.json { return try StandardOutput.line(current.json.text) }
        try StandardOutput.line(
            removed ? "removed template \(current.name)" : "no template \(current.name); the text is the standard text")
    }
}
