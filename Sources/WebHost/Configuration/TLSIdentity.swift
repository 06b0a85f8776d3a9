package import NIOSSL

/// The server's certificate chain, and the private key that belongs to the first certificate of the chain. Both are in
/// PEM.
public struct TLSIdentity: Sendable {
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey

    /// Reads the certificate chain and the key from two files.
    ///
    /// - Throws: `WebServerError` if a file can’t be read, or if the key does not belong to the first certificate.
    public init(certificatePath: String, keyPath: String) throws {
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificatePath)
        } catch {
            throw WebServerError.unreadableCertificate(path: certificatePath)
        }
        do {
            key = try NIOSSLPrivateKey(file: keyPath, format: .pem)
            // This call fails if key and certificate do not match.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw WebServerError.unusableKey(path: keyPath)
        }
    }

    package var configuration: TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["http/1.1"]
        // After the server closes its end of a connection, it waits at most this long until the client closes its end.
        // The time is short, because the server stops only when its last connection is closed.
        tls.shutdownTimeout = .milliseconds(300)
        return tls
    }
}
