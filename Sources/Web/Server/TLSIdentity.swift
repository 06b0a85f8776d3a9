import NIOSSL

/// What the server proves itself with: a chain of certificates and the key of the first, both in PEM.
public struct TLSIdentity: Sendable {
    private let chain: [NIOSSLCertificate]
    private let key: NIOSSLPrivateKey

    /// - Throws: `WebServerError.certificate` where either can't be read, or they do not belong together.
    public init(certificatePath: String, keyPath: String) throws {
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificatePath)
        } catch {
            throw WebServerError.certificate(path: certificatePath)
        }
        do {
            key = try NIOSSLPrivateKey(file: keyPath, format: .pem)
            // Compares them.
            _ = try NIOSSLContext(configuration: configuration)
        } catch {
            throw WebServerError.key(path: keyPath)
        }
    }

    var configuration: TLSConfiguration {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        tls.minimumTLSVersion = .tlsv12
        tls.applicationProtocols = ["http/1.1"]
        // How long a connection that ends waits for the other end to say so too: a stop waits for the last one.
        tls.shutdownTimeout = .milliseconds(300)
        return tls
    }
}
