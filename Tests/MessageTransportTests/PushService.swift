import Cryptography
import EventFixture
import Foundation
import Testing
import Ticketing

@testable import MessageTransport

/// The stand-in for a push service, and the settings of a server that uses it.
final class PushService {
    struct Proof: Decodable {
        struct Header: Decodable {
            let alg: String
            let typ: String
        }
        struct Claims: Decodable {
            let aud: String
            let exp: Int64
            let sub: String
        }

        let key: String
        let header: Header
        let claims: Claims
    }

    struct Message: Decodable {
        let tag: String
        let title: String
        let body: String
        let url: String?
        let lang: String
    }

    struct Request: Decodable {
        let path: String
        let length: Int
        let message: Message
        /// The key and the token (JWT) in the field `Authorization`; nil if the signature is wrong.
        let proof: Proof?
        let headers: [String: String]
    }

    private struct Greeting: Decodable {
        let port: Int
        let publicKey: String
        let secret: String
    }

    private let server: PythonServer
    private let greeting: Greeting
    let settings: PushSettings
    let key: P256.Key

    var url: String { "http://127.0.0.1:\(greeting.port)" }

    init() throws {
        server = try PythonServer("push_standin.py", package: "webpush")
        greeting = try JSONDecoder().decode(Greeting.self, from: server.greeting)
        var settings = PushSettings(contact: "mailto:tickets@example.org", privateKey: try PushSettings.randomKey())
        settings.trialService = "http://127.0.0.1:\(greeting.port)"
        self.settings = settings
        key = try #require(try settings.key())
    }

    /// A confirmed subscription of the stand-in’s browser.
    ///
    /// - Parameter path: the path of the endpoint, such as `/201/a`. It selects the answer of the stand-in.
    func subscription(_ path: String, of recipient: String = "grace@example.org") throws -> PushSubscription {
        try subscription(at: url + path, of: recipient)
    }

    func subscription(at endpoint: String, of recipient: String = "grace@example.org") throws -> PushSubscription {
        var random = SystemRandomNumberGenerator()
        let id = Hexadecimal.text((0..<16).map { _ in .random(in: 0...255, using: &random) })
        return PushSubscription(
            id: id, recipient: recipient, endpoint: endpoint,
            keys: PushSubscription.Keys(
                publicKey: try #require(Base64URL.bytes(greeting.publicKey)),
                secret: try #require(Base64URL.bytes(greeting.secret)), serverKey: key.publicKey),
            browser: "Firefox, Android", created: Instant(seconds: 1), confirmed: Instant(seconds: 1))
    }

    func next() throws -> Request { try server.next(Request.self) }

    /// The next message, without waiting for it; nil if no message has arrived.
    func present() throws -> Request? { try server.present(Request.self) }
}
