import Foundation

/// A folder for one test. The folder is removed when the last reference to this object is released.
public final class TemporaryFolder: Sendable {
    public let path: String

    public convenience init() throws { try self.init(in: FileManager.default.temporaryDirectory.path) }

    /// A folder whose files are in memory instead of on a disk, so that syncing the files takes no time.
    public static func inMemory() throws -> TemporaryFolder { try TemporaryFolder(in: "/dev/shm") }

    private init(in parent: String) throws {
        path = "\(parent)/eventpass-test-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    }

    deinit {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            print("could not remove \(path): \(error)")
        }
    }

    /// The path of a file in the folder.
    public func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    public func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    public func write(_ bytes: [UInt8], to name: String) throws { try Data(bytes).write(to: URL(filePath: self(name))) }

    /// Writes an executable script. Another program writes the file, because a child process of another thread could
    /// inherit the open file, and a file that is open for writing cannot be executed.
    public func writeProgram(_ script: String, to name: String) throws {
        try Tool.run("install", ["-m", "755", "/dev/stdin", self(name)], input: Array(script.utf8)).requireSuccess()
    }

    /// Writes a self-signed certificate for a host, and the certificate’s key.
    public func writeCertificate(for host: String, to name: String, key: String) throws {
        try Tool.run(
            "openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=\(host)", "-addext", "subjectAltName=DNS:\(host)", "-keyout", self(key), "-out", self(name),
            ]
        ).requireSuccess()
    }

    /// Writes credentials for wallet passes: the certificate `pass.pem` with its key `pass.key` for Apple Wallet, and
    /// the service account `account.json` for Google Wallet.
    public func writeWalletCredentials() throws {
        let line =
            "req -x509 -newkey rsa:2048 -nodes -days 30 -subj /UID=pass.example.nile/CN=Nile/OU=TEAM123456 "
            + "-keyout pass.key -out pass.pem"
        try Tool.run("openssl", line.split(separator: " ").map(String.init), in: path).requireSuccess()
        let key = String(decoding: try read("pass.key"), as: UTF8.self)
        try write(
            [UInt8](JSONEncoder().encode(["client_email": "nile@example.org", "private_key": key])), to: "account.json")
    }

    public func read(_ name: String) throws -> [UInt8] { try [UInt8](Data(contentsOf: URL(filePath: self(name)))) }

    public func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
    }
}
