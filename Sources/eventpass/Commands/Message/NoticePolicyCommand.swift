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
        case unknown = "there is no setting {names}"
        case unknownHint = "list the names with: eventpass notice policy show"
        case similarHint = "did you mean {names}?"
    }

    /// Stores settings. Before that, checks the policy in the settings: the range of each value, and the order of the
    /// reminders.
    ///
    /// - Throws: `CommandFailure` with all faults; errors of the file.
    static func write(_ settings: MessageSettings, to file: MessageSettingsFile) throws {
        try refuse(unknown: [], settings.policyFaults.map(\.detail))
        try file.write(settings)
    }

    /// Throws an error with all faults of the settings on the command line. Does nothing if there are no faults.
    ///
    /// - Parameters:
    ///   - unknown: the names that no setting has.
    ///   - faults: the other faults.
    static func refuse(unknown: [String], _ faults: [Sentence] = []) throws {
        guard !unknown.isEmpty || !faults.isEmpty else { return }
        guard !unknown.isEmpty else { throw CommandFailure(.usage, .list(faults, separator: "; ")) }
        let similar = unknown.compactMap { Spelling.nearest(to: $0, among: NoticePolicySetting.all.map(\.name)) }
        throw CommandFailure(
            .usage, .list([Sentence(Text.unknown, ["names": list(unknown)])] + faults, separator: "; "),
            hint: similar.isEmpty ? Sentence(Text.unknownHint) : Sentence(Text.similarHint, ["names": list(similar)]))
    }

    private static func list(_ names: [String]) -> SentenceArgument {
        .alternatives(names.map { "“\($0.visible)”" })
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
            The settings are stored in messages.json in the data folder. A running server uses them at once. A message \
            that already waits keeps its scheduled time. At that time, the new settings apply to it, too.

            {examples}
            """
        case settings =
            "The settings, each as NAME=VALUE. “eventpass notice policy show” lists the names. A duration can have another unit, such as 45s, 30m, 2h or 10d."
        case malformed = "“{text}” is not of the form NAME=VALUE"
        case time = "{name} must be a time from {least} to {greatest}"
        case number = "{name} must be a whole number from {least} to {greatest}"
        case flag = "{name} must be {least} or {greatest}"
        case duration = "{name} must be a whole number of {unit} from {least} to {greatest}"
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: JSONOption
    @Argument(
        help: ArgumentHelp(Text.settings, valueName: "name=value"),
        completion: NameCompletion.policySettings(followedBy: "="))
    var settings: [String]

    func run() throws {
        let changes = try parsedSettings()
        let file = try global.ownersDataFolder().messageSettingsFile
        var stored = try file.read()
        for (setting, value) in changes {
            stored.policy = (stored.policy ?? [:]).merging([setting.name: value]) { $1 }
            if value == setting.standard { stored.policy?[setting.name] = nil }
        }
        if stored.policy?.isEmpty == true { stored.policy = nil }
        try NoticePolicyCommand.write(stored, to: file)
        let names = Set(changes.map(\.0.name))
        try PolicyReport(stored, only: names).write(output)
    }

    /// The settings on the command line, with their values.
    ///
    /// - Throws: `CommandFailure` with all faults.
    private func parsedSettings() throws -> [(NoticePolicySetting, Int)] {
        var changes: [(NoticePolicySetting, Int)] = []
        var unknown: [String] = []
        var faults: [Sentence] = []
        for text in settings {
            let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            if parts.count != 2 {
                faults.append(Sentence(Text.malformed, ["text": .text(text.visible)]))
            } else if let setting = NoticePolicySetting.named(parts[0]) {
                if let value = setting.unit.value(of: parts[1]), setting.range.contains(value) {
                    changes.append((setting, value))
                } else {
                    faults.append(NoticePolicySetCommand.fault(of: setting))
                }
            } else {
                unknown.append(parts[0])
            }
        }
        try NoticePolicyCommand.refuse(unknown: unknown, faults)
        return changes
    }

    /// An error that says which values a setting can have.
    private static func fault(of setting: NoticePolicySetting) -> Sentence {
        let (least, greatest) = (setting.range.lowerBound, setting.range.upperBound)
        let name = SentenceArgument.text(setting.name)
        switch setting.unit {
        case .time, .hour:
            return Sentence(
                Text.time,
                [
                    "name": name, "least": .text(setting.unit.text(least)),
                    "greatest": .text(setting.unit.text(greatest)),
                ])
        case .flag:
            return Sentence(
                Text.flag,
                [
                    "name": name, "least": .text(setting.unit.text(least)),
                    "greatest": .text(setting.unit.text(greatest)),
                ])
        case .weekday, .messages, .tickets:
            return Sentence(
                Text.number, ["name": name, "least": .text("\(least)"), "greatest": .text("\(greatest)")])
        case .seconds, .minutes, .hours, .days:
            return Sentence(
                Text.duration,
                [
                    "name": name, "unit": .text(setting.unit.rawValue), "least": .text("\(least)"),
                    "greatest": .text("\(greatest)"),
                ])
        }
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
    @Argument(help: ArgumentHelp(Text.names, valueName: "name"), completion: NameCompletion.policySettings())
    var names: [String] = []

    func run() throws {
        try NoticePolicyCommand.refuse(unknown: names.filter { NoticePolicySetting.named($0) == nil })
        let file = try global.ownersDataFolder().messageSettingsFile
        var stored = try file.read()
        for name in names { stored.policy?[name] = nil }
        if names.isEmpty || stored.policy?.isEmpty == true { stored.policy = nil }
        try NoticePolicyCommand.write(stored, to: file)
        try PolicyReport(stored, only: names.isEmpty ? nil : Set(names)).write(output)
    }
}

/// The report of the settings for quiet hours and limits of messages, with their values.
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
