import Cryptography
import EventFixture
import Foundation
import Testing

/// A certificate authority for tests, created with the openssl command.
struct Authority {
    let folder: TemporaryFolder
    /// The authority whose files `init` copies for each test. Its keys are created only once, because creating keys is
    /// slow.
    private static let made = Result { try Authority(making: ()) }
    static let passphrase = "correct-horse"

    /// Creates a new folder with three certificates: `root.pem` of an authority, `middle.pem` of an intermediate
    /// authority like Apple’s, and `pass.pem` of an organizer that signs passes. The folder also contains the key of
    /// each certificate.
    init() throws {
        folder = try TemporaryFolder()
        let source = try Authority.made.get().folder
        for name in try source.names(in: ".") { try folder.write(source.read(name), to: name) }
    }

    private init(making: Void) throws {
        folder = try TemporaryFolder()
        try folder.write("basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign\n", to: "ca.ext")
        try openssl("req -x509 -newkey rsa:2048 -nodes -days 3650 -subj /CN=Root -keyout root.key -out root.pem")
        try openssl("req -newkey rsa:2048 -nodes -subj /CN=Intermediate -keyout middle.key -out middle.csr")
        try openssl("x509 -req -in middle.csr -CA root.pem -CAkey root.key -days 3650 -extfile ca.ext -out middle.pem")
        try openssl(
            "req -newkey rsa:2048 -nodes -subj /UID=pass.example.nile/CN=Nile/OU=TEAM123456 -keyout pass.key -out pass.csr"
        )
        try openssl("x509 -req -in pass.csr -CA middle.pem -CAkey middle.key -days 825 -out pass.pem")
    }

    func run(_ line: String) throws -> Tool {
        try Tool.run("openssl", line.split(separator: " ").map(String.init), in: folder.path)
    }

    func openssl(_ line: String) throws { try run(line).requireSuccess() }

    func secret(_ name: String) throws -> SecretBytes {
        let bytes = try folder.read(name)
        return SecretBytes(count: bytes.count) { buffer in
            for index in bytes.indices { buffer[index] = bytes[index] }
        }
    }

    static let now = Int64(Date().timeIntervalSince1970)

    func certificate() throws -> SigningCertificate {
        try SigningCertificate(secret("pass.pem"), key: secret("pass.key"), at: Authority.now + 60)
    }
}

func secretBytes(_ text: String) -> SecretBytes {
    let bytes = Array(text.utf8)
    return SecretBytes(count: bytes.count) { buffer in
        for index in bytes.indices { buffer[index] = bytes[index] }
    }
}
