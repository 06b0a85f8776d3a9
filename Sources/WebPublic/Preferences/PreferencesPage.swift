import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page on which the recipient of messages chooses which messages to get. The link to the page is in every message,
/// so nobody needs an account.
struct PreferencesPage: Sendable {
    let site: PublicSite

    /// The action of each form of the page.
    private enum Action: String {
        case save, reset, allow
        case turnOn = "turn-on"
        case endNews = "end-news"
        case renewNews = "renew-news"
        case add, confirm, remove
        case addDevice = "add-device"
        case confirmDevice = "confirm-device"
        case removeDevice = "remove-device"
    }

    /// Limits how often the visitors of one network can request codes or enter them.
    private let codeRateLimit = RateLimit(burst: 30, perSecond: 0.02)

    init(site: PublicSite) { self.site = site }

    private var policy: NoticePolicy { site.server.noticePolicy }

    func page(_ request: PageRequest) async throws -> RouteResponse {
        let found = try await site.linkedRecipient(request)
        return try page(
            request, found, PreferencesForm(found, policy, at: site.server.now()))
    }

    /// Handles all forms of the page, and the form that undoes an unsubscription.
    func change(_ request: PageRequest) async throws -> RouteResponse {
        let fields = try await request.form()
        let found = try await site.linkedRecipient(request)
        guard let action = Action(rawValue: try fields.value("action") ?? "") else {
            throw Problem(.badRequest, .malformedForm)
        }
        var form =
            action == .save
            ? try PreferencesForm(fields, of: found, policy, at: site.server.now())
            : PreferencesForm(found, policy, at: site.server.now())
        guard try VisitorCookie(request.headers).verifies(fields) else {
            form.faults["form"] = Sentence(PublicSentence.cookieFault)
            return try page(request, found, form, status: .forbidden)
        }
        guard form.faults.isEmpty else { return try page(request, found, form, status: .unprocessableContent) }
        if action == .save { return try await save(request, found, form) }
        if action == .add { return try await requestCodes(request, found, form, fields) }
        if action == .confirm { return try await confirm(request, found, form, fields) }
        if action == .addDevice { return try await addDevice(request, found, form, fields) }
        if action == .confirmDevice { return try await confirmDevice(request, found, form, fields) }
        try await perform(action, fields, found.recipient.secret)
        return saved(action, found)
    }

    private func saved(_ action: Action, _ found: LinkedRecipient) -> RouteResponse {
        .seeOther("\(found.recipient.path)?saved=\(action.rawValue)")
    }

    /// Stores the preferences. If somebody else has changed the same preferences since the page was opened, shows the
    /// stored preferences.
    private func save(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm
    ) async throws -> RouteResponse {
        let secret = found.recipient.secret
        do {
            try await site.withStorefront { storefront in
                try storefront.changePreferences(ofLink: secret) { try form.apply(to: &$0, at: $1) }
            }
            return saved(.save, found)
        } catch is PreferencesConflict {
            let current = try await site.linkedRecipient(request)
            let outdated = form.outdated(by: current, at: site.server.now())
            return try page(request, current, outdated, status: .unprocessableContent)
        }
    }

    private func perform(_ action: Action, _ fields: FormFields, _ secret: String) async throws {
        switch action {
        case .save, .add, .confirm, .addDevice, .confirmDevice: break
        case .removeDevice:
            let device = try fields.value("device") ?? ""
            try await site.withStorefront { try $0.removePush(device, ofLink: secret) }
        case .remove: try await site.withStorefront { try $0.removeOtherAddress(ofLink: secret) }
        case .reset:
            try await site.withStorefront { storefront in
                try storefront.changePreferences(ofLink: secret) { recipient, _ in
                    recipient.preferences = MessagePreferences()
                }
            }
        case .allow:
            try await site.withStorefront { try $0.allowMessages(ofLink: secret) }
        case .turnOn:
            guard let kind = Notice.Kind(rawValue: try fields.value("kind") ?? ""),
                try await site.withStorefront({ try $0.turn(kind, off: false, ofLink: secret) })
            else { throw Problem(.badRequest, .malformedForm) }
        case .endNews, .renewNews:
            guard let organizer = try fields.organizer() else { throw Problem(.badRequest, .malformedForm) }
            let isEnded = action == .endNews
            do {
                try await site.withStorefront { try $0.setNews(of: organizer, ended: isEnded, ofLink: secret) }
            } catch StorefrontError.notFound {
                throw Problem.pageNotFound
            }
        }
    }

    /// Sends codes to an address that the recipient wants to add, and to the recipient's own address.
    private func requestCodes(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm, _ fields: FormFields
    ) async throws -> RouteResponse {
        guard let channel = found.addable else { throw Problem(.badRequest, .malformedForm) }
        try codeRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        var other = try OtherAddressForm(fields)
        guard let address = other.parseAddress(by: channel) else {
            return try page(request, found, form, other, status: .unprocessableContent)
        }
        let secret = found.recipient.secret
        switch try await site.withStorefront({ try $0.requestCodes(for: address, ofLink: secret) }) {
        case .accepted: return .seeOther("\(found.recipient.path)?codes=sent")
        case .tooMany(let seconds):
            other.faults["other"] = Sentence(
                FindingSentence.tooManyMessages, ["count": .number((seconds + 59) / 60)])
            var response = try page(request, found, form, other, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
    }

    /// Adds the address if the recipient has entered the codes that were sent. Sending the same form again also
    /// succeeds.
    private func confirm(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm, _ fields: FormFields
    ) async throws -> RouteResponse {
        var other = try OtherAddressForm(fields)
        // The same form has already added the address. The form contains only the masked address.
        if let stored = found.recipient.otherAddress, Notice.masked(stored) == other.address {
            return saved(.confirm, found)
        }
        guard found.addable != nil else { throw Problem(.badRequest, .malformedForm) }
        try codeRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        guard let unconfirmed = found.unconfirmed, Notice.masked(unconfirmed) == other.address,
            case .success(let address) = VisitorAddress.parse(unconfirmed)
        else {
            other.addNoCodes()
            return try page(request, found, form, other, status: .unprocessableContent)
        }
        guard other.checkCodes() else {
            return try page(request, found, form, other, status: .unprocessableContent)
        }
        let (code, ownCode, secret) = (other.code, other.ownCode, found.recipient.secret)
        let entry = try await site.withStorefront { storefront in
            try storefront.confirm(address, code: code, ownCode: ownCode, ofLink: secret)
        }
        guard entry != .confirmed else { return saved(.confirm, found) }
        other.addFaults(of: entry)
        return try page(
            request, try await site.linkedRecipient(request), form, other, status: .unprocessableContent)
    }

    /// Stores the push subscription of the visitor's browser, and sends a code to the recipient's own address.
    private func addDevice(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm, _ fields: FormFields
    ) async throws -> RouteResponse {
        try codeRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        let (device, secret) = (try PushRequest(fields, request.headers), found.recipient.secret)
        var push = PushSection()
        switch try await site.withStorefront({ try $0.requestPush(device, ofLink: secret) }) {
        case .accepted: return .seeOther("\(found.recipient.path)?push=sent")
        case .known: return saved(.addDevice, found)
        case .malformed:
            push.fault = Sentence(PreferenceSentence.pushFailed)
            return try page(request, found, form, push: push, status: .unprocessableContent)
        case .tooMany(let seconds):
            push.fault = Sentence(FindingSentence.tooManyMessages, ["count": .number((seconds + 59) / 60)])
            var response = try page(request, found, form, push: push, status: .tooManyRequests)
            response.headers[.retryAfter] = "\(seconds)"
            return response
        }
    }

    /// Turns on push messages in a browser if the recipient has entered the code that was sent.
    private func confirmDevice(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm, _ fields: FormFields
    ) async throws -> RouteResponse {
        try codeRateLimit.consume("\(request.caller().address)", at: site.server.now()).requireGranted()
        let code = try (fields.value("push_code") ?? "").filter { !$0.isWhitespace }
        var push = PushSection()
        guard code.wholeMatch(of: /[0-9]{6}/) != nil else {
            push.codeFault = Sentence(FindingSentence.codeFault)
            return try page(request, found, form, push: push, status: .unprocessableContent)
        }
        let (endpoint, secret) = (try fields.value("endpoint") ?? "", found.recipient.secret)
        let entry = try await site.withStorefront { storefront in
            try storefront.confirmPush(code: code, from: endpoint, ofLink: secret)
        }
        guard entry != .confirmed else { return saved(.confirmDevice, found) }
        push.addFault(of: entry)
        return try page(
            request, try await site.linkedRecipient(request), form, push: push, status: .unprocessableContent)
    }

    private func page(
        _ request: PageRequest, _ found: LinkedRecipient, _ form: PreferencesForm,
        _ other: OtherAddressForm = OtherAddressForm(), push: PushSection = PushSection(),
        status: HTTPResponse.Status = .ok
    ) throws -> RouteResponse {
        let recipient = found.recipient
        let visitor = try VisitorCookie(request.headers)
        var context = try form.context(recipient, at: site.server.now())
        context.merge(other.context(found)) { $1 }
        context.merge(try push.context(found)) { $1 }
        context.merge(LatestMessages(found: found).context) { $1 }
        context["visitor_code"] = try visitor.code
        context["path"] = .text(recipient.path)
        context["messages_to"] = .sentence(
            PreferenceSentence.messagesTo, ["address": .text(Notice.masked(recipient.address))])
        if !found.news.isEmpty {
            context["news"] = .section(
                TemplateContext(["organizers": .list(found.news.map { $0.context(for: recipient) })]))
        }
        if let stopped = found.stopped { context["stopped"] = .section(stopped) }
        let query = try request.queryFields()
        if try query.value("saved") != nil { context["is_saved"] = .section(TemplateContext([:])) }
        if try query.value("codes") != nil { context["sent"] = .section(TemplateContext([:])) }
        if try query.value("push") != nil { context["push_sent"] = .section(TemplateContext([:])) }
        if !form.faults.isEmpty { context["errors"] = form.errors }
        if !other.faults.isEmpty { context["errors"] = other.errors(found) }
        if let errors = push.errors(recipient) { context["errors"] = errors }
        return visitor.settingCookie(
            try request.localizedPage(
                "preferences", title: Sentence(PreferenceSentence.title), status: status, context))
    }
}

extension PublicSite {
    /// The recipient whose secret is in the path of a request.
    ///
    /// - Throws: `Problem` 404 if the secret is unknown.
    func linkedRecipient(_ request: PageRequest) async throws -> LinkedRecipient {
        let secret = request.pathParameter("secret") ?? ""
        guard let found = try await withStorefront({ try $0.recipient(ofLink: secret) }) else {
            throw Problem.pageNotFound
        }
        return found
    }
}

extension FormFields {
    /// The organizer in a form or a query; nil if the form or query names no organizer, or if the number is malformed.
    func organizer() throws -> OrganizerNumber? {
        try value("organizer").flatMap { UInt32($0) }.flatMap(OrganizerNumber.init(rawValue:))
    }
}

extension LinkedRecipient {
    /// Template values about the addresses to which no messages are sent; nil if messages are sent to all addresses.
    fileprivate var stopped: TemplateContext? {
        var stops: [TemplateContext] = []
        var values: [String: TemplateContext.Value] = [:]
        if let since = recipient.suppressed {
            let moment = recipient.localTime(since)
            stops.append(TemplateContext(["stop": .sentence(PreferenceSentence.bounced, ["moment": moment])]))
            if let answer = recipient.suppressionAnswer, !answer.isEmpty {
                values["server_answer"] = .sentence(
                    PreferenceSentence.serverAnswer, ["answer": .sentence(Sentence(stored: answer))])
            }
        }
        if let since = otherStopped, let other = recipient.otherAddress {
            let arguments: [String: SentenceArgument] = [
                "moment": recipient.localTime(since), "address": .text(Notice.masked(other)),
            ]
            stops.append(TemplateContext(["stop": .sentence(PreferenceSentence.otherBounced, arguments)]))
        }
        guard !stops.isEmpty else { return nil }
        values["stops"] = .list(stops)
        return TemplateContext(values)
    }
}

extension OrganizerNews {
    /// Template values of the form with which a recipient ends or renews the consent.
    fileprivate func context(for recipient: MessageRecipient) -> TemplateContext {
        func sentence(_ key: PreferenceSentence, at moment: Instant? = nil) -> TemplateContext.Value {
            var arguments: [String: SentenceArgument] = ["organizer": .text(organizer)]
            if let moment { arguments["moment"] = recipient.localTime(moment) }
            return .sentence(key, arguments)
        }
        let ended = consent.ended
        return TemplateContext([
            "organizer": .text("\(consent.organizer)"), "news_action": .text(ended == nil ? "end-news" : "renew-news"),
            "news_state": ended.map { sentence(.newsEnded, at: $0) } ?? sentence(.newsGiven, at: consent.given),
            "news_label": sentence(ended == nil ? .endNews : .renewNews),
        ])
    }
}

extension MessageRecipient {
    var path: String { "/m/\(secret)" }
}
