import Cryptography
import Management
import Presenting
import Web

/// What is printed when the server listens.
struct Announcement: Sendable {
    enum Form { case text, json }

    let scheme: String
    /// Of a certificate that nobody vouches for; nil for others, and without one.
    let fingerprint: String?
    /// Lets the data folder's owner in, once; nil where no person reads along.
    let link: AccessSecret?
    let form: Form

    func print(_ address: ListenAddress) {
        do {
            try StandardOutput.write(text("\(scheme)://\(address)", own: "\(scheme)://\(address.fromHere)"))
        } catch {
            // Who started it does not want to know.
        }
    }

    private func text(_ url: String, own: String) -> String {
        switch form {
        case .json:
            let members: [(String, JSON)] = [("url", .string(url)), ("certificate_sha256", .optional(fingerprint))]
            return JSON.object(members).text + "\n"
        case .text: return (["listening on \(url)"] + line + way(own)).joined(separator: "\n") + "\n"
        }
    }

    private func way(_ url: String) -> [String] {
        link.map {
            [
                "to sign in, open this in a browser on this machine (once, within ten minutes):",
                "  \(url)/enter#\($0.text)",
            ]
        } ?? []
    }

    private var line: [String] { fingerprint.map { ["its certificate’s SHA-256: \($0)"] } ?? [] }
}

extension SelfSignedCertificate {
    /// As browsers show it: pairs of hexadecimal digits, with colons.
    var printedFingerprint: String {
        fingerprint.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.utf8.count == 1 ? "0\(digits)" : digits
        }.joined(separator: ":")
    }
}
