import ArgumentParser
import Foundation
import Languages
import MessageTransport
import Presentation
import Ticketing

struct NoticePolicyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "policy", abstract: Text.abstract.text,
        subcommands: [NoticePolicyShowCommand.self, NoticePolicySetCommand.self, NoticePolicyResetCommand.self])

    enum Text: String, SentenceKey {
        static let subject = "commandNoticePolicy"

        case abstract = "Show and change the quiet hours and the limits of messages."
        case unknown = "there is no setting “{name}”"
        case unknownHint = "list the names with: eventpass notice policy show"
    }

    /// The setting with a name.
    ///
    /// - Throws: `CommandFailure` if no setting has this name.
    static func setting(named name: String) throws -> NoticePolicySetting {
        guard let setting = NoticePolicySetting.named(name) else {
            throw CommandFailure(
                .usage, Text.unknown, ["name": .text(name.visible)], hint: Sentence(Text.unknownHint))
        }
        return setting
    }
}

struct NoticePolicyShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: Text.abstract.text,
        discussion: """
              eventpass notice policy show --json | jq -r .name
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandNoticePolicyShow"

        case abstract = "Show all settings of the policy, with their values."
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption

    func run() throws {
        try PolicyReport(try global.ownersDataFolder().messageSettingsFile.read()).write(output)
    }
}

struct NoticePolicySetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: Text.abstract.text,
        discussion: Language.ofCommandLine.text(
            Text.discussion,
            [
                "examples": """
                  eventpass notice policy set quiet-from=21:00 engagement-per-day=2
                """
            ]))

    enum Text: String, SentenceKey {
        static let subject = "commandNoticePolicySet"

        case abstract = "Change settings of the policy."
        case discussion =
            """
            The settings are stored in messages.json in the data folder. A running server uses them at once. For a \
            message that is already waiting, they apply when its present wait ends.

            {examples}
            """
        case settings = "The settings, each as NAME=VALUE. “eventpass notice policy show” lists the names."
        case malformed = "“{text}” is not of the form NAME=VALUE"
        case value = "{name} must be from {least} to {greatest}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.settings, valueName: "name=value"))
    var settings: [String]

    func run() throws {
        let changes = try settings.map(NoticePolicySetCommand.parsed)
        let file = try global.ownersDataFolder().messageSettingsFile
        var stored = try file.read()
        for (setting, value) in changes {
            stored.policy = (stored.policy ?? [:]).merging([setting.name: value]) { $1 }
            if value == setting.standard { stored.policy?[setting.name] = nil }
        }
        if stored.policy?.isEmpty == true { stored.policy = nil }
        try file.write(stored)
        let names = Set(changes.map(\.0.name))
        try PolicyReport(stored, only: names).write(output)
    }

    private static func parsed(_ text: String) throws -> (NoticePolicySetting, Int) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw CommandFailure(.usage, Text.malformed, ["text": .text(text.visible)])
        }
        let setting = try NoticePolicyCommand.setting(named: String(parts[0]))
        guard let value = setting.unit.value(of: String(parts[1])), setting.range.contains(value) else {
            throw CommandFailure(
                .usage, Text.value,
                [
                    "name": .text(setting.name), "least": .text(setting.unit.text(setting.range.lowerBound)),
                    "greatest": .text(setting.unit.text(setting.range.upperBound)),
                ])
        }
        return (setting, value)
    }
}

struct NoticePolicyResetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset", abstract: Text.abstract.text,
        discussion: """
              eventpass notice policy reset quiet-from
              eventpass notice policy reset
            """)

    enum Text: String, SentenceKey {
        static let subject = "commandNoticePolicyReset"

        case abstract = "Set settings of the policy to their defaults."
        case names = "The names of the settings. (default: all)"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(help: ArgumentHelp(Text.names, valueName: "name"))
    var names: [String] = []

    func run() throws {
        let settings = try names.map(NoticePolicyCommand.setting)
        let file = try global.ownersDataFolder().messageSettingsFile
        var stored = try file.read()
        for setting in settings { stored.policy?[setting.name] = nil }
        if names.isEmpty || stored.policy?.isEmpty == true { stored.policy = nil }
        try file.write(stored)
        try PolicyReport(stored, only: names.isEmpty ? nil : Set(names)).write(output)
    }
}

/// The settings of the policy with their values.
private struct PolicyReport {
    private let policy: NoticePolicy
    private let settings: [NoticePolicySetting]

    /// - Parameter names: the settings of the report; nil for all.
    init(_ stored: MessageSettings, only names: Set<String>? = nil) {
        policy = stored.noticePolicy
        settings = NoticePolicySetting.all.filter { names?.contains($0.name) ?? true }
    }

    func write(_ output: JSONOption) throws {
        for setting in settings { try StandardOutput.line(output.json ? json(setting).text : line(setting)) }
    }

    /// A line such as `spacing  30 minutes  minimum time between messages …`. A value that is not the default is
    /// followed by the default.
    private func line(_ setting: NoticePolicySetting) -> String {
        let (value, standard) = (setting.value(in: policy), setting.standard)
        let unit = setting.unit
        let note = value == standard ? "" : " (default \(unit.text(standard)))"
        let name = setting.name.padding(toLength: 24, withPad: " ", startingAt: 0)
        let label = setting.label.text
        let text = unit.text(value) + note
        return "\(name)\(text.padding(toLength: max(28, text.count + 2), withPad: " ", startingAt: 0))\(label)"
    }

    private func json(_ setting: NoticePolicySetting) -> JSON {
        .object([
            ("name", .string(setting.name)), ("value", .int(setting.value(in: policy))),
            ("default", .int(setting.standard)), ("unit", .string(setting.unit.rawValue)),
            ("least", .int(setting.range.lowerBound)), ("greatest", .int(setting.range.upperBound)),
            ("about", .string(setting.label.rawValue)),
        ])
    }
}
