import ArgumentParser
import Cryptography
import Foundation
import Management
import Presentation
import Ticketing
import WebHost

/// The message printed when the server starts to listen.
struct StartupMessage: Sendable {
    enum Format { case text, json }

    let scheme: String
    /// The SHA-256 fingerprint of a self-signed certificate; nil for other certificates, and without TLS.
    let fingerprint: String?
    /// A one-time sign-in link for the data folder's owner; nil if standard output is not a terminal.
    let link: AccessSecret?
    let form: Format

    func print(_ address: ListenAddress) {
        do {
            try StandardOutput.write(text("\(scheme)://\(address)", own: "\(scheme)://\(address.localEquivalent)"))
        } catch {
            // The server works without standard output, so errors in writing this message are ignored.
        }
    }

    private func text(_ url: String, own: String) -> String {
        switch form {
        case .json:
            let members: [(String, JSON)] = [
                ("url", .string(url)), ("certificate_sha256", .optional(fingerprint)),
                ("sign_in_link", .optional(signInLink(own))),
            ]
            return JSON.object(members).text + "\n"
        case .text:
            return (["listening on \(url)"] + fingerprintLines + signInLines(own)).joined(separator: "\n") + "\n"
        }
    }

    private func signInLink(_ url: String) -> String? { link.map { "\(url)/enter#\($0.encoded)" } }

    private func signInLines(_ url: String) -> [String] {
        signInLink(url).map {
            ["to sign in, open this link in a browser on this machine (valid once, for ten minutes):", "  \($0)"]
        } ?? []
    }

    private var fingerprintLines: [String] { fingerprint.map { ["SHA-256 of the certificate: \($0)"] } ?? [] }
}

extension SelfSignedCertificate {
    /// The fingerprint in the format of browsers: pairs of hexadecimal digits, separated by colons.
    var printedFingerprint: String {
        fingerprint.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }
}

/// The format of the server's log, with one record per line on standard error.
enum LogFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json

    var sink: LogSink {
        switch self {
        case .text: { StandardError.write("\(LogFormat.time) \(LogFormat.line(of: $0).visible)\n") }
        case .json: { StandardError.write("\(LogFormat.object(of: $0).text)\n") }
        }
    }

    private static var time: String { Instant.now().iso8601(in: .gmt) }

    private static func line(of record: LogRecord) -> String {
        let fields = record.fields.map { name, value in
            switch value {
            case .text(let text): "\(name)=\(text.contains(" ") ? JSON.string(text).text : text)"
            case .number(let number): "\(name)=\(number)"
            }
        }
        return (["\(record.level.rawValue)", record.event] + fields).joined(separator: " ")
    }

    private static func object(of record: LogRecord) -> JSON {
        .object(
            [
                ("time", .string(time)), ("level", .string(record.level.rawValue)), ("event", .string(record.event)),
            ]
                + record.fields.map { name, value in
                    switch value {
                    case .text(let text): (name, .string(text))
                    case .number(let number): (name, .integer(number))
                    }
                })
    }
}
