import Cryptography
import EventFixture
import Foundation
import Testing

@testable import Web
@testable import WebAPI
@testable import WebDesk
@testable import WebGate
@testable import WebHost
@testable import WebPublic

@Suite("TLS", .serving)
struct TLSTests {
    private let folder: TemporaryFolder
    private let identity: TLSIdentity

    init() throws {
        folder = try TemporaryFolder()
        let now = Int64(Date().timeIntervalSince1970)
        let own = try SelfSignedCertificate.make(
            names: ["localhost"], addresses: ["127.0.0.1"], validity: now...(now + 1000))
        try folder.write(own.pem.withBytes { span in span.indices.map { span[$0] } }, to: "tls.pem")
        identity = try TLSIdentity(certificatePath: folder("tls.pem"), keyPath: folder("tls.pem"))
    }

    @Test("A server with a certificate sends responses over TLS, and no response to plaintext clients")
    func answers() async throws {
        try await Served.with([.measure], settings: .local(identity: identity)) { served async throws in
            #expect(try await served.ask("POST", "/measure", body: "four")?.body == "4\n")
            let plain = try await Wire(to: served.address)
            try await plain.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await plain.reply() == nil)
        }
    }

    @Test("A stopping server still answers the requests that it is handling, as it does without TLS")
    func stop() async throws {
        let (entered, answered) = (Gate(), Gate())
        let slow = Route.get("/slow", .anybody) { _ in
            entered.open()
            await answered.opened()
            return .text("finished\n")
        }
        try await Served.with([slow], settings: .local(identity: identity)) { served async throws in
            let idle = try await served.wire()
            try await idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await idle.reply()?.status == 200)
            let busy = try await served.wire()
            try await busy.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await entered.opened()
            await served.server.stop()
            #expect(await idle.receive() == nil)
            answered.open()
            #expect(await busy.reply()?.body == "finished\n")
        }
    }

    @Test("If a client does not begin the TLS handshake within a time limit, the server closes the connection")
    func noHandshake() async throws {
        var limits = ServerLimits.patient
        limits.idleTimeout = .milliseconds(300)
        try await Served.with(limits: limits, settings: .local(identity: identity)) { served async throws in
            #expect(await (try Wire(to: served.address)).receive() == nil)
        }
    }

    @Test("Over TLS, a client can read a response that the server sends before the request’s body ends")
    func unwanted() async throws {
        var limits = ServerLimits.patient
        limits.lingerTimeout = .milliseconds(200)
        try await Served.with([.measure], limits: limits, settings: .local(identity: identity)) { served async throws in
            let wire = try await served.wire()
            try await wire.send("POST /measure HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9000000000\r\n\r\n")
            #expect(await wire.reply()?.status == 413)
            #expect(await wire.rest() == "")
        }
    }

    @Test("An invalid certificate, a key of another certificate and a missing file give errors with the file’s path")
    func faults() throws {
        let other = try SelfSignedCertificate.make(names: ["other"], addresses: [], validity: 0...1)
        try folder.write(other.pem.withBytes { span in span.indices.map { span[$0] } }, to: "other.pem")
        try folder.write("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", to: "bad.pem")
        for path in ["bad.pem", "none.pem", ""] {
            #expect(throws: WebServerError.unreadableCertificate(path: folder(path))) {
                try TLSIdentity(certificatePath: folder(path), keyPath: folder("tls.pem"))
            }
            #expect(throws: WebServerError.unusableKey(path: folder(path))) {
                try TLSIdentity(certificatePath: folder("tls.pem"), keyPath: folder(path))
            }
        }
        #expect(throws: WebServerError.unusableKey(path: folder("other.pem"))) {
            try TLSIdentity(certificatePath: folder("tls.pem"), keyPath: folder("other.pem"))
        }
    }
}
