import Cryptography
import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The section “push messages” of the page of preferences. It has the state of this browser, the form for the code
/// that confirms a browser, and the list of the recipient's browsers. The script `push.js` makes this browser’s push
/// subscription, and sends it with a form of the section.
struct PushSection {
    /// The error message for the code; nil if there is none.
    var codeFault: Sentence?
    /// The error message for the subscription that the script has sent; nil if there is none.
    var fault: Sentence?

    init() {}

    /// Adds the fault of the entered code; adds none if the code has confirmed the browser.
    mutating func addFault(of entry: PushCodeEntry) {
        switch entry {
        case .confirmed: break
        case .noCode, .wrong(triesLeft: 0): fault = Sentence(PreferenceSentence.noPushCode)
        case .wrong(let left): codeFault = Sentence(FindingSentence.wrongCode, ["count": .number(left)])
        }
    }

    func errors(_ recipient: MessageRecipient) -> TemplateContext.Value? {
        var summary = ErrorSummary()
        if let codeFault {
            summary.add(
                "push_code",
                Sentence(
                    PublicSentence.fieldFault,
                    ["field": .sentence(PushSection.codeLabel(recipient)), "fault": .sentence(codeFault)]))
            return summary.templateValue(Sentence(PreferenceSentence.pushNotOn))
        }
        return fault.map { summary.templateValue($0) }
    }

    /// The template values; empty if the server sends no push messages.
    ///
    /// - Throws: `OpenSSLError`.
    func context(_ found: LinkedRecipient) throws -> [String: TemplateContext.Value] {
        guard let devices = found.devices else { return [:] }
        // The script recognizes this browser's subscription by the hash of its endpoint (the URL to which the server
        // sends push messages). The page does not contain the endpoints themselves, because they are secret, and anyone
        // with a forwarded message can open the page.
        let hashes = try devices.confirmed.map { Hexadecimal.text(try SHA256.digest(Array($0.endpoint.utf8))) }
        var values: [String: TemplateContext.Value] = [
            "push_key": .text(Base64URL.text(devices.serverKey)), "push_worker": .text(PushWorker.path),
            "push_devices": .text(hashes.joined(separator: " ")),
        ]
        if !devices.confirmed.isEmpty {
            values["push_list"] = .section(
                TemplateContext(["devices": .list(devices.confirmed.map { context(of: $0, found.recipient) })]))
        }
        if devices.isCodeValid {
            var form: [String: TemplateContext.Value] = [
                "push_code_label": .sentence(PushSection.codeLabel(found.recipient))
            ]
            if let codeFault { form["push_code_fault"] = .sentence(codeFault) }
            values["push_code"] = .section(TemplateContext(form))
        }
        return ["push": .section(TemplateContext(values))]
    }

    private func context(of device: PushSubscription, _ recipient: MessageRecipient) -> TemplateContext {
        let name: SentenceArgument =
            device.browser.isEmpty ? .sentence(PreferenceSentence.unknownBrowser) : .text(device.browser)
        let moment = recipient.localTime(device.confirmed ?? device.created)
        return TemplateContext([
            "device": .text(device.id),
            "device_text": .sentence(PreferenceSentence.pushDevice, ["browser": name, "moment": moment]),
            "device_remove": .sentence(PreferenceSentence.removeDevice, ["browser": name]),
        ])
    }

    private static func codeLabel(_ recipient: MessageRecipient) -> Sentence {
        Sentence(PreferenceSentence.codeSentTo, ["address": .text(Notice.masked(recipient.address))])
    }
}

extension PushRequest {
    /// Reads the subscription that the script has put into the form.
    ///
    /// - Throws: `Problem` 400 if a field was sent twice.
    init(_ fields: FormFields, _ headers: HTTPFields) throws {
        self.init(
            endpoint: try fields.value("endpoint") ?? "", publicKey: try fields.value("p256dh") ?? "",
            secret: try fields.value("auth") ?? "", browser: BrowserName.name(headers[.userAgent]))
    }
}
