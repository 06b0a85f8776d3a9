import HTTPTypes
import Management
import Ticketing

/// Where a phone shows the code that makes it a device at a gate. The link to it has the code behind its `#`, which
/// browsers send nobody.
struct PairingPage: Sendable {
    /// A browser forgets a phone after a day; the store does so earlier.
    private static let keptSeconds = 86400

    let house: House

    func page(_ visit: Visit) throws -> Answer { try form(visit) }

    private func form(
        _ visit: Visit, code: String = "", name: String = "", status: HTTPResponse.Status = .ok,
        fault: (field: String, text: String)? = nil
    ) throws -> Answer {
        var facts: [String: Facts.Fact] = ["code": .text(code), "name": .text(name)]
        if let fault {
            facts["\(fault.field)_fault"] = .text(fault.text)
            var summary = ErrorSummary()
            summary.add(fault.field, fault.text)
            facts["errors"] = summary.fact("The phone is not paired.")
        }
        return try visit.page("pair", title: "Pair this phone", side: .organizer, status: status, facts)
    }

    func pair(_ visit: Visit) async throws -> Answer {
        let form = try await visit.form()
        let (typed, name) = (try form.one("code") ?? "", try form.one("name") ?? "")
        func refused(_ status: HTTPResponse.Status, _ field: String, _ text: String) throws -> Answer {
            try self.form(
                visit, code: field == "code" ? "" : typed, name: name, status: status, fault: (field, text))
        }
        guard let code = try PairingCode(typed: typed.split(separator: "#").last ?? "") else {
            return try refused(.unprocessableContent, "code", "This is no code: eight letters and digits.")
        }
        let caller = try visit.caller()
        let paired: (secret: AccessSecret, device: WebDevice)?
        do {
            paired = try await house.office.run { store in
                try Entrance(to: store, clock: house.now).pair(code, as: name, from: caller)
            }
        } catch ManagementError.invalid(let faults) {
            return try refused(
                .unprocessableContent, "name", "Your name: \(faults.map(\.allowed).joined(separator: "; ")).")
        } catch let pause as PairingPause {
            house.note(visit, isPaired: false)
            let seconds = max(1, pause.until.seconds - house.now().seconds)
            var answer = try refused(
                .tooManyRequests, "code", "Too many codes were wrong. The next one is heard in \(seconds) seconds.")
            answer.headers[.retryAfter] = "\(seconds)"
            return answer
        }
        house.note(visit, isPaired: paired != nil)
        guard let (secret, device) = paired else {
            return try refused(
                .unauthorized, "code", "This code was used, or is too old, or was never given. Ask for another one.")
        }
        return .seeOther(device.post.path).setting(
            Pass.deviceCookie, to: secret.text, keptFor: PairingPage.keptSeconds)
    }
}

extension GatePost {
    /// The gate's page.
    var path: String {
        let function = function.map { "&function=\($0)" } ?? ""
        return "/gate/\(event)?gate=\(FormFields.encode(gate))\(function)"
    }
}

extension House {
    fileprivate func note(_ visit: Visit, isPaired: Bool) {
        log(
            LogRecord(
                level: isPaired ? .info : .warning, event: "pairing",
                fields: [
                    ("id", .text(visit.id)), ("outcome", .text(isPaired ? "paired" : "refused")),
                    ("peer", .text(visit.peer ?? "")),
                ]))
    }
}
