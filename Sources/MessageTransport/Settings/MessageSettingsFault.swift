public import Languages
import Ticketing

/// The reason why a value of the settings cannot be used. A fault never contains a password or an API key.
public struct MessageSettingsFault: Error, Hashable, Sendable, SentenceConvertible {
    /// The path of the value in `messages.json`, with dots between the names, such as `mail.way.smtp.port`.
    public let field: String
    /// The fault, without the name of the field.
    public let detail: Sentence

    enum Text: String, SentenceKey {
        static let subject = "messageSettingsFault"

        case about = "{field}: {detail}"
        case missing = "a value is missing"
        case unknown = "there is no setting with this name"
        case wrongType = "the value has the wrong type or form"
        case notPublicURL = "“{value}” must be a web address without a path, such as https://tickets.example.org"
        case notEncryptedURL =
            "“{value}” must begin with https; http is allowed only for addresses such as http://localhost:8080, which no other machine can open"
        case notHost = "“{value}” is not a host name or IP address"
        case portRange = "{value} is not a port from 1 to 65535"
        case needsEncryption = "the server is on another machine, so the value must be starttls or tls"
        case passwordMissing = "the password of the user is missing"
        case controlCharacter = "the value has a control character or a line break"
        case empty = "the value is empty"
        case notAbsolute = "“{value}” is not an absolute path"
        case notPositive = "{value} is less than 1"
        case bouncesMissing =
            "the folder for undeliverable mails can be used only if an address for these mails (bounces) is set, too"
        case currencyMissing = "a price needs a currency"
        case outOfRange = "{value} is not a number from {least} to {greatest}"
        case remindersOutOfOrder =
            "the reminders must be sent in this order, even for an event that starts at 00:00: reminder-early, the reminder at reminder-hour on the day before, reminder-late, reminder-last"
        case notContact = "“{value}” must be a URL such as mailto:tickets@example.org or https://example.org"
        case notPushKey = "the value is not a key for push messages"
        case notTrialService =
            "“{value}” must be the address of a server on this machine, without a path, such as http://127.0.0.1:8090"
        case publicURLMissing = "push messages need the public address of the server"
        case notReportSecret = "the value is not a secret of 32 to 128 letters and digits"
    }

    init(_ field: String, _ text: Text, _ arguments: [String: SentenceArgument] = [:]) {
        self.field = field
        detail = Sentence(text, arguments)
    }

    public var sentence: Sentence {
        Sentence(Text.about, ["field": .text(field), "detail": .sentence(detail)])
    }
}

extension MessageSettings {
    /// The faults of the values; empty if the settings can be used. The order of the reminders is not checked, because
    /// `noticePolicy` puts them in order.
    public var faults: [MessageSettingsFault] {
        var faults: [MessageSettingsFault] = []
        if let publicURL { faults += MessageSettings.urlFaults(publicURL, "publicURL") }
        if let mail { faults += mail.faults("mail") }
        if let sms { faults += sms.faults("sms") }
        if let smsPerMinute, smsPerMinute < 1 {
            faults.append(MessageSettingsFault("smsPerMinute", .notPositive, ["value": "\(smsPerMinute)"]))
        }
        if let push {
            faults += push.faults("push")
            if publicURL == nil { faults.append(MessageSettingsFault("publicURL", .publicURLMissing)) }
        }
        return faults + policyValueFaults
    }

    /// The faults of a notice policy (the rules for sending messages) that a person wants to store; empty if the policy
    /// can be stored. Its reminders must be in order.
    public var policyFaults: [MessageSettingsFault] {
        let faults = policyValueFaults
        guard faults.isEmpty, !storedPolicy.hasOrderedReminders else { return faults }
        return [MessageSettingsFault("policy.reminder-late", .remindersOutOfOrder)]
    }

    private var policyValueFaults: [MessageSettingsFault] {
        (policy ?? [:]).sorted { $0.key < $1.key }.compactMap { name, value in
            let field = "policy.\(ForeignText.line(name))"
            guard let setting = NoticePolicySetting.named(name) else { return MessageSettingsFault(field, .unknown) }
            guard !setting.range.contains(value) else { return nil }
            return MessageSettingsFault(
                field, .outOfRange,
                [
                    "value": .text("\(value)"), "least": .text("\(setting.range.lowerBound)"),
                    "greatest": .text("\(setting.range.upperBound)"),
                ])
        }
    }

    /// The faults of a URL, which must have no path, and must begin with `https` unless its host is this machine.
    fileprivate static func urlFaults(_ text: String, _ field: String) -> [MessageSettingsFault] {
        let value: [String: SentenceArgument] = ["value": .text(ForeignText.line(text))]
        guard let url = WebAddress(text) else { return [MessageSettingsFault(field, .notPublicURL, value)] }
        guard url.isEncrypted || ServerHost.isLoopback(url.host) else {
            return [MessageSettingsFault(field, .notEncryptedURL, value)]
        }
        return []
    }

    /// The fault of a text that must not be empty and must not have control characters.
    fileprivate static func textFaults(_ text: String?, _ field: String) -> [MessageSettingsFault] {
        guard let text else { return [] }
        if text.isEmpty { return [MessageSettingsFault(field, .empty)] }
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        return isPlain ? [] : [MessageSettingsFault(field, .controlCharacter)]
    }

    fileprivate static func pathFaults(_ path: String?, _ field: String) -> [MessageSettingsFault] {
        guard let path else { return [] }
        let faults = textFaults(path, field)
        guard faults.isEmpty, !path.hasPrefix("/") else { return faults }
        return [MessageSettingsFault(field, .notAbsolute, ["value": .text(ForeignText.line(path))])]
    }
}

extension MailSettings {
    fileprivate func faults(_ field: String) -> [MessageSettingsFault] {
        var faults: [MessageSettingsFault] =
            switch way {
            case .folder(let path): MessageSettings.pathFaults(path, "\(field).way.folder")
            case .smtp(let server): server.faults("\(field).way.smtp")
            }
        faults += MessageSettings.pathFaults(bounceFolder, "\(field).bounceFolder")
        if bounceFolder != nil, bounces == nil {
            faults.append(MessageSettingsFault("\(field).bounceFolder", .bouncesMissing))
        }
        if let perMinute, perMinute < 1 {
            faults.append(MessageSettingsFault("\(field).perMinute", .notPositive, ["value": "\(perMinute)"]))
        }
        return faults
    }
}

extension SMTPServer {
    fileprivate func faults(_ field: String) -> [MessageSettingsFault] {
        var faults: [MessageSettingsFault] = []
        if !ServerHost.isValid(host) {
            faults.append(MessageSettingsFault("\(field).host", .notHost, ["value": .text(ForeignText.line(host))]))
        } else if security == .none, !ServerHost.isLoopback(host) {
            faults.append(MessageSettingsFault("\(field).security", .needsEncryption))
        }
        if !(1...65535).contains(port) {
            faults.append(MessageSettingsFault("\(field).port", .portRange, ["value": "\(port)"]))
        }
        faults += MessageSettings.textFaults(user, "\(field).user")
        faults += MessageSettings.textFaults(password, "\(field).password")
        if user != nil, password == nil { faults.append(MessageSettingsFault("\(field).password", .passwordMissing)) }
        return faults + MessageSettings.pathFaults(certificates, "\(field).certificates")
    }
}

extension SMSSettings {
    fileprivate func faults(_ field: String) -> [MessageSettingsFault] {
        switch self {
        case .gammu(let modem): MessageSettings.pathFaults(modem.configuration, "\(field).gammu.configuration")
        case .africasTalking(let account): account.faults("\(field).africasTalking")
        }
    }
}

extension PushSettings {
    fileprivate func faults(_ field: String) -> [MessageSettingsFault] {
        var faults: [MessageSettingsFault] = []
        if !PushSettings.isContact(contact) {
            faults.append(
                MessageSettingsFault("\(field).contact", .notContact, ["value": .text(ForeignText.line(contact))]))
        }
        if !isKeyValid { faults.append(MessageSettingsFault("\(field).privateKey", .notPushKey)) }
        if let trialService, !(WebAddress(trialService).map { ServerHost.isLoopback($0.host) } ?? false) {
            faults.append(
                MessageSettingsFault(
                    "\(field).trialService", .notTrialService, ["value": .text(ForeignText.line(trialService))]))
        }
        return faults
    }

    private var isKeyValid: Bool { do { return try key() != nil } catch { return false } }
}

extension AfricasTalkingAccount {
    fileprivate func faults(_ field: String) -> [MessageSettingsFault] {
        var faults = MessageSettings.textFaults(username, "\(field).username")
        faults += MessageSettings.textFaults(apiKey, "\(field).apiKey")
        faults += MessageSettings.textFaults(sender, "\(field).sender")
        if let endpoint { faults += MessageSettings.urlFaults(endpoint, "\(field).endpoint") }
        if pricePerPart != nil, currency == nil {
            faults.append(MessageSettingsFault("\(field).currency", .currencyMissing))
        }
        if let reportSecret, !AfricasTalkingAccount.isReportSecret(reportSecret) {
            faults.append(MessageSettingsFault("\(field).reportSecret", .notReportSecret))
        }
        return faults
    }
}
