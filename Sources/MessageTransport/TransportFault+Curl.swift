import CCurl
import FileAccess
import Glibc

extension TransportFault {
    /// The fault of a transfer that failed before the message was sent.
    ///
    /// - Parameters:
    ///   - host: the host name of the server.
    ///   - server: the host name and port.
    ///   - certificates: the file with trusted certificates; nil for the system's certificates.
    init(
        _ code: CURLcode, _ transfer: CurlTransfer, host: String, server: String, certificates: String? = nil
    ) {
        self =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: .unresolved(host: host)
            case CURLE_COULDNT_CONNECT:
                TransportFault.refusal(Int32(transfer.number(CURLINFO_OS_ERRNO)), server: server)
            case CURLE_OPERATION_TIMEDOUT: .timedOut(server: server)
            // OpenSSL’s verification result is 0 if OpenSSL trusts the certificate, and 1 if OpenSSL has not verified
            // it yet. With these results, curl rejects a certificate only because it is for another host name.
            case CURLE_PEER_FAILED_VERIFICATION where (0...1).contains(transfer.number(CURLINFO_SSL_VERIFYRESULT)):
                .otherName(server: server)
            case CURLE_PEER_FAILED_VERIFICATION: .notTrusted(server: server, reason: transfer.reason(code))
            case CURLE_SSL_CACERT_BADFILE where certificates != nil: .certificatesUnreadable(path: certificates ?? "")
            case CURLE_SSL_CONNECT_ERROR: .tlsFailed(server: server, reason: transfer.reason(code))
            case CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: .connectionLost(server: server)
            case CURLE_ABORTED_BY_CALLBACK: .stopped
            default: .transferFailed(server: server, reason: transfer.reason(code))
            }
    }

    private static func refusal(_ error: Int32, server: String) -> TransportFault {
        error == ECONNREFUSED
            ? .connectionRefused(server: server)
            : .unreachable(server: server, reason: SystemError.reason(of: error))
    }
}
