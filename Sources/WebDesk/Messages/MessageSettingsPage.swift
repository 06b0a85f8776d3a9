import Dispatch
import Foundation
import HTTPTypes
import Languages
import Management
import MessageTransport
import Messaging
import Presentation
import Store
import Ticketing
import WebHost

/// The page with the settings for messages, for the local owner. It shows how messages are sent, without secrets, and
/// sends a test message. The local owner changes the settings on the command line.
struct MessageSettingsPage: Sendable {
    let desk: Desk

    static let path = "/desk/message-settings"
    private static let template = "desk-message-settings"
    private static let address = FormField(
        "address", Sentence(DeskOutboxSentence.testAddress), requirement: .required)

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let (outages, navigation) = try await stored(request)
        return try page(request, .ok, context(MessageSettingsPage.address.context(""), outages), navigation)
    }

    /// Sends a test message, and shows the answer of the server or provider.
    func sendTest(_ request: PageRequest) async throws -> RouteResponse {
        let (outages, navigation) = try await stored(request)
        return try await desk.performOnce(request, keeping: .ok) {
            let typed = try await request.form().typed("address") ?? ""
            let settings = SenderState(desk.server).settings ?? MessageSettings()
            let destination: Destination
            do throws(FieldFault) {
                destination = try Destination(typed, settings)
            } catch {
                var values = try context(MessageSettingsPage.address.context(typed, fault: error.allowed), outages)
                values["fault"] = .sentence([error].message(Sentence(DeskOutboxSentence.testNotSent)))
                return try page(request, .unprocessableContent, values, navigation)
            }
            let result = try await destination.send(settings, at: desk.server.now())
            let values = try context(MessageSettingsPage.address.context(typed), outages)
                .merging(MessageSettingsPage.context(of: result, to: typed)) { $1 }
            return try page(request, values["test_done"] == nil ? .unprocessableContent : .ok, values, navigation)
        }
    }

    private enum Destination: Sendable {
        case mail(EmailAddress)
        case sms(PhoneNumber)

        /// The thread that sends test messages. Sending a message can take half a minute, and must not block other
        /// requests for that long.
        private static let queue = DispatchQueue(label: "test messages")

        /// - Throws: `FieldFault` if the text is not an address, or if no sender is set up for this kind of address.
        init(_ text: String, _ settings: MessageSettings) throws(FieldFault) {
            let text = text.trimmingCharacters(in: .whitespaces)
            let field = MessageSettingsPage.address.name
            if let address = EmailAddress(rawValue: text) {
                guard settings.mail != nil else { throw FieldFault(field, DeskOutboxSentence.testWithoutSender) }
                self = .mail(address)
            } else if let number = PhoneNumber(rawValue: text) {
                guard settings.sms != nil else { throw FieldFault(field, DeskOutboxSentence.testWithoutSender) }
                self = .sms(number)
            } else {
                throw FieldFault(field, DeskOutboxSentence.testAddressForm)
            }
        }

        func send(_ settings: MessageSettings, at now: Instant) async throws -> TransportResult {
            try await withCheckedThrowingContinuation { continuation in
                Destination.queue.async {
                    continuation.resume(
                        with: Result {
                            let trial = MessageTrial(settings, in: .english)
                            return switch self {
                            case .mail(let address): try trial.send(to: address, at: now)
                            case .sms(let number): trial.send(to: number)
                            }
                        })
                }
            }
        }
    }

    private static func context(of result: TransportResult, to recipient: String) -> [String: TemplateContext.Value] {
        func fault(
            _ key: DeskOutboxSentence, _ arguments: [String: SentenceArgument]
        ) -> [String: TemplateContext.Value] { ["fault": .sentence(key, arguments)] }
        func said(_ answer: String) -> SentenceArgument { .sentence(Sentence(stored: answer)) }
        let recipient = SentenceArgument.text(recipient)
        switch result {
        case .accepted(_, let answer):
            let done = TemplateContext.Value.sentence(DeskOutboxSentence.testAccepted, ["recipient": recipient])
            if answer.isEmpty { return ["test_done": done] }
            return [
                "test_done": done,
                "test_answer": .sentence(DeskOutboxSentence.testAcceptedAnswer, ["answer": said(answer)]),
            ]
        case .refused(let answer): return fault(.testRefused, ["recipient": recipient, "answer": said(answer)])
        case .deferred(let answer): return fault(.testDeferred, ["recipient": recipient, "answer": said(answer)])
        case .unknown(let answer): return fault(.testUnknown, ["answer": said(answer)])
        case .unavailable(let problem):
            let sentences = [problem.sentence.asSentence, problem.hint?.asSentence].compactMap(\.self)
            return fault(.testUnavailable, ["recipient": recipient, "fault": .sentence(Sentence.list(sentences))])
        }
    }

    /// The last failures of the channels that cannot be used now.
    private struct Outages: Sendable {
        let byChannel: [Notice.Channel: Notices.Outage]
        /// The time zone in which the page shows the times of the failures.
        let zone: TimeZone
    }

    /// The outages, and the template values of the navigation.
    ///
    /// - Throws: `ManagementError.localOwnerOnly` for users other than the local owner.
    private func stored(
        _ request: PageRequest
    ) async throws -> (outages: Outages, navigation: [String: TemplateContext.Value]) {
        try await request.withServices { services in
            let outages = Outages(byChannel: try services.notices.outages(), zone: try services.events.timeZone())
            return (outages, try services.onlyOrganizerContext())
        }
    }

    /// Sentences about the channels that cannot be used now, for template values.
    private static func context(of outages: Outages, _ settings: MessageSettings) -> [TemplateContext] {
        outages.byChannel.sorted { $0.key.rawValue < $1.key.rawValue }.filter { settings.sends(by: $0.key) }
            .map { channel, outage in
                let arguments: [String: SentenceArgument] = [
                    "channel": .sentence(channel.label), "answer": .sentence(Sentence(stored: outage.answer)),
                    "time": .text(outage.time.zonedText(in: outages.zone)),
                    "since": .text(outage.waitingSince.zonedText(in: outages.zone)),
                ]
                return TemplateContext([
                    "outage": .sentence(Sentence(DeskOutboxSentence.outage, arguments).asSentence)
                ])
            }
    }

    private func page(
        _ request: PageRequest, _ status: HTTPResponse.Status, _ values: [String: TemplateContext.Value],
        _ navigation: [String: TemplateContext.Value]
    ) throws -> RouteResponse {
        try desk.page(
            request, MessageSettingsPage.template, title: Sentence(DeskOutboxSentence.settings), status: status,
            values.merging(navigation) { own, _ in own })
    }

    /// Template values of the settings for SMS, with the URL for delivery reports.
    private static func context(
        of sms: SMSSettings, _ settings: MessageSettings
    ) -> [String: TemplateContext.Value] {
        guard case .africasTalking = sms else { return ["sms": Desk.labelledValues(sms.rows)] }
        let address = settings.reportAddress
        let row = (Sentence(DeskOutboxSentence.reportAddress), address.map(Sentence.verbatim))
        return [
            "sms": Desk.labelledValues(sms.rows + [row]),
            (address == nil ? "reports_missing" : "reports"): .section(TemplateContext([:])),
        ]
    }

    /// - Parameter field: the field of the form for a test message.
    private func context(_ field: TemplateContext, _ outages: Outages) throws -> [String: TemplateContext.Value] {
        guard let source = desk.server.messages else {
            return ["settings_fault": .sentence(DeskOutboxSentence.noSettings)]
        }
        let settings: MessageSettings
        do {
            settings = try source()
        } catch let error as any ExplainedError {
            return [
                "settings_fault": .sentence(
                    DeskOutboxSentence.settingsFault, ["fault": .sentence(error.sentence.asSentence)])
            ]
        }
        var context: [String: TemplateContext.Value] = [
            "links": settings.publicURL.map { .text($0) } ?? .sentence(DeskOutboxSentence.notSet)
        ]
        context["outages"] = .list(MessageSettingsPage.context(of: outages, settings))
        if settings.publicURL == nil { context["links_missing"] = .section(TemplateContext([:])) }
        if let problem = settings.linkProblem {
            context["links_problem"] = .sentence(
                Sentence.list([problem.sentence.asSentence, problem.hint.asSentence]))
        }
        if let mail = settings.mail {
            context["mail_shown"] = .section(TemplateContext(["mail": Desk.labelledValues(mail.rows)]))
        }
        if let sms = settings.sms {
            context["sms_shown"] = .section(TemplateContext(MessageSettingsPage.context(of: sms, settings)))
        }
        if let push = settings.push {
            context["push_shown"] = .section(TemplateContext(["push": Desk.labelledValues(push.rows)]))
        }
        let isPrepared = settings.preparesWhatsApp == true
        context["whatsapp"] = .sentence(isPrepared ? DeskOutboxSentence.preparesLinks : .preparesNoLinks)
        context["limits"] = .list(NoticePolicySetting.all.map { $0.context(in: settings.noticePolicy) })
        if settings.canSend { context["can_test"] = .section(TemplateContext(["fields": .list([field])])) }
        return context
    }
}

extension NoticePolicySetting {
    fileprivate func context(in policy: NoticePolicy) -> TemplateContext {
        TemplateContext([
            "limit_name": .text(name), "limit_value": .text(unit.text(value(in: policy))),
            "limit_default": .text(unit.text(standard)), "limit_meaning": .sentence(label),
        ])
    }
}

extension MailSettings {
    /// The settings with their labels, without the password.
    fileprivate var rows: [(Sentence, Sentence?)] {
        var rows: [(Sentence, Sentence?)] = []
        switch way {
        case .folder(let folder):
            rows.append(
                (
                    Sentence(DeskOutboxSentence.transport),
                    Sentence(DeskOutboxSentence.mailFolder, ["folder": .text(folder)])
                ))
        case .smtp(let server):
            rows.append(
                (
                    Sentence(DeskOutboxSentence.transport),
                    Sentence(
                        DeskOutboxSentence.smtpServer, ["host": .text(server.host), "port": .text("\(server.port)")])
                ))
            rows.append((Sentence(DeskOutboxSentence.security), Sentence(server.security.words)))
            rows.append((Sentence(DeskOutboxSentence.user), server.user.map(Sentence.verbatim)))
        }
        rows.append((Sentence(DeskOutboxSentence.sender), .verbatim(from.rawValue)))
        rows.append((Sentence(DeskOutboxSentence.returnAddress), (bounces?.rawValue).map(Sentence.verbatim)))
        rows.append((Sentence(DeskOutboxSentence.returnFolder), bounceFolder.map(Sentence.verbatim)))
        rows.append(
            (
                Sentence(DeskOutboxSentence.rateLimit),
                perMinute.map { Sentence.verbatim("\($0)") } ?? Sentence(DeskOutboxSentence.unlimited)
            ))
        return rows
    }
}

extension PushSettings {
    /// The settings with their labels, without the key.
    fileprivate var rows: [(Sentence, Sentence?)] {
        [
            (Sentence(DeskOutboxSentence.pushContact), .verbatim(contact)),
            (Sentence(DeskOutboxSentence.pushTrialService), trialService.map(Sentence.verbatim)),
        ]
    }
}

extension SMTPServer.Security {
    fileprivate var words: DeskOutboxSentence {
        switch self {
        case .startTLS: .startTLS
        case .tls: .implicitTLS
        case .none: .noEncryption
        }
    }
}

extension SMSSettings {
    /// The settings with their labels, without the API key and the URL for delivery reports.
    fileprivate var rows: [(Sentence, Sentence?)] {
        switch self {
        case .africasTalking(let account):
            [
                (Sentence(DeskOutboxSentence.transport), Sentence(DeskOutboxSentence.africasTalking)),
                (Sentence(DeskOutboxSentence.user), .verbatim(account.username)),
                (
                    Sentence(DeskOutboxSentence.sender),
                    account.sender.map(Sentence.verbatim) ?? Sentence(DeskOutboxSentence.providerSender)
                ),
                (Sentence(DeskOutboxSentence.pricePerPart), pricePerPart.map { Sentence.verbatim($0.displayText) }),
            ]
        case .gammu(let modem):
            [
                (Sentence(DeskOutboxSentence.transport), Sentence(DeskOutboxSentence.gammuModem)),
                (Sentence(DeskOutboxSentence.configurationFile), .verbatim(modem.configuration)),
            ]
        }
    }
}
