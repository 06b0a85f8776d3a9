import HTTPTypes
import Languages
import Management
import Ticketing
import WebHost

/// The page on which a phone sends a pairing code and so becomes a device at a gate. A link to this page contains the
/// code in the fragment of its URL, the part after `#`. When a browser opens a URL, it does not send the fragment to
/// the server.
///
/// `scripts/phone-pairing.js` copies the code from the fragment into the form.
struct PairingPage: Sendable {
    /// The lifetime of the phone’s cookie in seconds. If the phone is not used, its session ends earlier.
    private static let cookieLifetime = 86400

    let server: ServerContext

    /// The form for a code. If a paired phone opens this page without a new code, the script opens the page of the
    /// phone’s gate instead. So a user who presses the Back button does not get stuck on this form.
    func page(_ request: PageRequest) async throws -> RouteResponse {
        // A phone that is not paired has no cookie, so there is nothing to look up in the store.
        guard let credentials = try BrowserCredentials(request.headers, for: .gate(.scan)) else {
            return try form(request)
        }
        let device = try await server.storeThreads.run { [now = server.now] store in
            try credentials.services(at: Authenticator(to: store, clock: now))?.device
        }
        return try form(request, gatePath: device?.assignment.path)
    }

    private func form(
        _ request: PageRequest, code: String = "", name: String = "", status: HTTPResponse.Status = .ok,
        fault: (field: String, text: Sentence)? = nil, gatePath: String? = nil
    ) throws -> RouteResponse {
        var context: [String: TemplateContext.Value] = ["code": .text(code), "name": .text(name)]
        if let gatePath {
            context["gate_path"] = .text(gatePath)
            context["paired"] = .section(TemplateContext([:]))
            context["bare"] = .section(TemplateContext([:]))
        }
        if let fault {
            context["\(fault.field)_fault"] = .sentence(fault.text)
            var summary = ErrorSummary()
            summary.add(fault.field, fault.text)
            context["errors"] = summary.templateValue(Sentence(GatePageSentence.notPaired))
        }
        return try request.localizedPage(
            "phone-pairing", title: Sentence(PageSentence.pair), side: .organizer, status: status, context)
    }

    func pair(_ request: PageRequest) async throws -> RouteResponse {
        let form = try await request.form()
        let (typed, name) = (try form.value("code") ?? "", try form.value("name") ?? "")
        func refused(
            _ status: HTTPResponse.Status, _ field: String, _ fault: GatePageSentence,
            _ arguments: [String: SentenceArgument] = [:]
        ) throws -> RouteResponse {
            try self.form(
                request, code: field == "code" ? "" : typed, name: name, status: status,
                fault: (field, Sentence(fault, arguments)))
        }
        guard let code = try PairingCode(typed: typed.split(separator: "#").last ?? "") else {
            return try refused(.unprocessableContent, "code", .codeForm)
        }
        let caller = try request.caller()
        let paired: (secret: AccessSecret, device: WebDevice)?
        do {
            paired = try await server.storeThreads.run { store in
                try Authenticator(to: store, clock: server.now).pair(code, as: name, from: caller)
            }
        } catch ManagementError.invalid {
            return try refused(
                .unprocessableContent, "name", .nameFault, ["limit": .number(GateAssignment.longestGate)])
        } catch let pause as PairingThrottled {
            server.logPairing(request, isPaired: false)
            let seconds = max(1, pause.until.seconds - server.now().seconds)
            var answer = try refused(.tooManyRequests, "code", .tooManyCodes, ["count": .number(Int(seconds))])
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
        server.logPairing(request, isPaired: paired != nil)
        guard let (secret, device) = paired else {
            return try refused(.unauthorized, "code", .codeUnknown)
        }
        return .seeOther(device.assignment.path).settingCookie(
            BrowserCredentials.deviceCookie, to: secret.encoded, maxAge: PairingPage.cookieLifetime)
    }
}

extension GateAssignment {
    var path: String {
        let subEvent = subEvent.map { "&sub_event=\($0)" } ?? ""
        return "/gate/\(event)?gate=\(FormFields.encode(gate))\(subEvent)"
    }
}

extension ServerContext {
    fileprivate func logPairing(_ request: PageRequest, isPaired: Bool) {
        log(
            LogRecord(
                level: isPaired ? .info : .warning, event: "pairing",
                fields: [
                    ("id", .text(request.id)), ("outcome", .text(isPaired ? "paired" : "refused")),
                    ("peer", .text(request.peer ?? "")),
                ]))
    }
}
