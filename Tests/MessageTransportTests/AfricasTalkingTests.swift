import EventFixture
import Foundation
import Testing
import Ticketing

@testable import MessageTransport

@Suite("SMS through Africa’s Talking, with a stand-in for the provider", .lowPriority)
struct AfricasTalkingTests {
    private struct Request: Decodable {
        let path: String
        let fields: [String: String]
        let accept: String
    }

    private static func server() throws -> PythonServer { try PythonServer("africastalking_standin.py") }

    private func nile(at server: PythonServer) -> AfricasTalkingAccount {
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        account.endpoint = "http://127.0.0.1:\(server.port)"
        return account
    }

    private func number(_ text: String = "+256700123456") throws -> PhoneNumber {
        try #require(PhoneNumber(rawValue: text))
    }

    @Test("The provider’s own client library sends through the stand-in", .needs("africastalking"))
    func standIn() throws {
        let server = try Self.server()
        let script = """
            import sys, json
            sys.path.insert(0, sys.argv[1])
            import africastalking
            africastalking.initialize("nile", "atsk_5ecret")
            africastalking.SMS._baseUrl = f"http://127.0.0.1:{sys.argv[2]}/version1"
            numbers = ["+256700123456", "+256700000403"]
            print(json.dumps(africastalking.SMS.send("Webale nnyo – £5 & more", numbers, sender_id="NILE")))
            """
        let python = try Tool.run(
            "python3", ["-c", script, DownloadedPackage.path(of: "africastalking"), "\(server.port)"],
            environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"]
        ).requireSuccess()
        let statuses = python.text.matches(of: /"statusCode": (\d+)/).map { $0.1 }
        #expect(statuses == ["101", "403"])
        let theirs = try server.next(Request.self)
        // The request of this program differs from the request of the client only in the number of recipients.
        var account = nile(at: server)
        account.sender = "NILE"
        let result = AfricasTalkingClient(account).send(SMSText("Webale nnyo – £5 & more"), to: try number())
        #expect(result == .accepted(providerID: "ATXid_2", answer: "101 Success UGX 35.0000"))
        let ours = try server.next(Request.self)
        #expect(ours.path == theirs.path && ours.accept == theirs.accept)
        var expected = theirs.fields
        expected["to"] = "+256700123456"
        #expect(ours.fields == expected)
    }

    @Test("A message arrives with every character, and the result has the provider’s id of the message")
    func characters() throws {
        let server = try Self.server()
        let client = AfricasTalkingClient(nile(at: server))
        for (count, text) in ["a+b=c&d%20 é~", "line 1\r\nline 2", "🎉 漢字 \u{0} ;?", "x"].enumerated() {
            #expect(
                try client.send(SMSText(text), to: number())
                    == .accepted(providerID: "ATXid_\(count + 1)", answer: "101 Success UGX 35.0000"))
            let request = try server.next(Request.self)
            #expect(request.fields["message"] == text && request.fields["from"] == nil)
            #expect(request.fields["to"] == "+256700123456" && request.fields["username"] == "nile")
        }
    }

    @Test(
        "The provider’s status decides whether one message is refused or all messages wait",
        arguments: [
            ("401", nil), ("402", nil), ("403", "403 InvalidPhoneNumber 0"), ("404", "404 UnsupportedNumberType 0"),
            ("405", nil), ("406", "406 UserInBlacklist 0"), ("409", "409 DoNotDisturbRejection 0"),
        ] as [(String, String?)])
    func refusals(status: String, refusal: String?) throws {
        let server = try Self.server()
        let client = AfricasTalkingClient(nile(at: server))
        let name = "127.0.0.1:\(server.port)"
        let result = client.send(SMSText("x"), to: try number("+256700000\(status)"))
        let expected: TransportResult =
            switch status {
            case "401": .unavailable(.accountOnHold(server: name, answer: "401 RiskHold 0"))
            case "402": .unavailable(.senderNameRejected(server: name, answer: "402 InvalidSenderId 0"))
            case "405": .unavailable(.creditExhausted(server: name))
            default: .refused(answer: refusal ?? "")
            }
        #expect(result == expected)
        #expect(result.fault.map { $0.hint != nil } ?? true)
    }

    @Test("A fault of the provider’s network defers a message", arguments: ["407", "500", "501", "502"])
    func deferrals(status: String) throws {
        let server = try Self.server()
        let result = AfricasTalkingClient(nile(at: server)).send(SMSText("x"), to: try number("+256700000\(status)"))
        guard case .deferred(let answer) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(answer.hasPrefix(status))
    }

    @Test("If the answer is lost or unreadable, it is unknown whether the message was sent")
    func unknown() throws {
        let server = try Self.server()
        let client = AfricasTalkingClient(nile(at: server))
        for ending in ["999", "997", "996"] {
            #expect(try client.send(SMSText("x"), to: number("+256700000\(ending)")).isUnknown, "\(ending)")
        }
        let result = client.send(SMSText("x"), to: try number("+256700000998"))
        #expect(result == .deferred(answer: "HTTP 503: Service Unavailable"))
    }

    @Test("If the provider answers with HTTP 400, only one message is affected; with HTTP 403, all messages wait")
    func badRequests() throws {
        let server = try Self.server()
        let client = AfricasTalkingClient(nile(at: server))
        func result(_ ending: String) throws -> TransportResult {
            try client.send(SMSText("x"), to: number("+256700000\(ending)"))
        }
        #expect(try result("995") == .refused(answer: "403 InvalidPhoneNumber 0"))
        #expect(try result("994") == .deferred(answer: "HTTP 400: Bad request"))
        let fault = TransportFault.unexpectedAnswer(
            server: "127.0.0.1:\(server.port)", answer: "HTTP 403: Bad request")
        #expect(try result("993") == .unavailable(fault))
    }

    @Test(
        "An answer without recipients defers the message; an answer that rejects the sender makes all messages wait",
        arguments: [201, 400])
    func noRecipient(status: Int) {
        func result(_ message: String) -> TransportResult {
            let body = #"{"SMSMessageData":{"Message":"\#(message)","Recipients":[]}}"#
            return AfricasTalkingAnswer.result(status: status, body: Array(body.utf8), server: "api.example")
        }
        #expect(result("Sent to 0/1 Total Cost: 0") == .deferred(answer: "Sent to 0/1 Total Cost: 0"))
        #expect(
            result("InvalidSenderId")
                == .unavailable(.senderNameRejected(server: "api.example", answer: "InvalidSenderId")))
    }

    @Test("If the result cannot be read from the answer, it is unknown whether the message was sent")
    func unreadable() {
        func result(_ status: Int, _ body: String) -> TransportResult {
            AfricasTalkingAnswer.result(status: status, body: Array(body.utf8), server: "api.example")
        }
        for status in [502, 504] { #expect(result(status, "").isUnknown, "\(status)") }
        for body in ["", "{", "{}", "[]", #"{"SMSMessageData":{}}"#, #"{"SMSMessageData":{"Recipients":[{}]}}"#] {
            #expect(result(201, body).isUnknown, "\(body)")
        }
        #expect(result(503, "") == .deferred(answer: "HTTP 503"))
    }

    @Test("With a wrong key or an unknown sender, all messages wait, and no error contains the key")
    func account() throws {
        let server = try Self.server()
        let name = "127.0.0.1:\(server.port)"
        var account = nile(at: server)
        account.sender = "UNKNOWN"
        #expect(
            try AfricasTalkingClient(account).send(SMSText("x"), to: number())
                == .unavailable(.senderNameRejected(server: name, answer: "InvalidSenderId")))
        account.apiKey = "atsk_wrong"
        let result = AfricasTalkingClient(account).send(SMSText("x"), to: try number())
        #expect(result == .unavailable(.apiKeyRejected(server: name)))
        let shown = "\(result) \(result.fault?.sentence.english ?? "")"
        #expect(!shown.contains("atsk_"))
    }

    @Test("A key with a line break is not sent, so that it cannot add a header field")
    func keyInjection() throws {
        let server = try Self.server()
        var account = nile(at: server)
        for key in ["atsk_5ecret\r\nX-Added: 1", "atsk_5ecret\n", "atsk 5ecret", "atsk_é", ""] {
            account.apiKey = key
            let result = AfricasTalkingClient(account).send(SMSText("x"), to: try number())
            #expect(result == .unavailable(.apiKeyRejected(server: "127.0.0.1:\(server.port)")))
        }
    }

    @Test("The API is called over https, except on this machine; the trial account uses a separate API")
    func endpoints() throws {
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        #expect(account.baseURL == "https://api.africastalking.com")
        account.endpoint = "http://192.0.2.7"
        #expect(
            try AfricasTalkingClient(account).send(SMSText("x"), to: number())
                == .unavailable(.notEncrypted(host: "192.0.2.7")))
        account = AfricasTalkingAccount(username: "sandbox", apiKey: "atsk_5ecret")
        #expect(account.baseURL == "https://api.sandbox.africastalking.com")
    }

    @Test("If the server cannot be reached, all messages wait; if the program stops, the transfer ends")
    func connections() throws {
        let listener = try Loopback.listener()
        close(listener.socket)
        var account = AfricasTalkingAccount(username: "nile", apiKey: "atsk_5ecret")
        account.endpoint = "http://127.0.0.1:\(listener.port)"
        #expect(
            try AfricasTalkingClient(account).send(SMSText("x"), to: number())
                == .unavailable(.connectionRefused(server: "127.0.0.1:\(listener.port)")))
        let silent = try Loopback.listener()
        defer { close(silent.socket) }
        account.endpoint = "http://127.0.0.1:\(silent.port)"
        #expect(
            try AfricasTalkingClient(account) { true }.send(SMSText("x"), to: number()) == .unavailable(.stopped))
    }
}
