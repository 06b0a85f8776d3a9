import CCurl
import Languages

struct SMTPFailure {
    let code: CURLcode
    let server: SMTPServer
    /// The return path of the message.
    let sender: String
    let session: SMTPSession
    let transfer: CurlTransfer

    var result: TransportResult {
        if let status = session.rejection { return rejected(status) }
        if session.step == .data || session.step == .content, transfer.callbacks.isInputRead {
            return .unknown(answer: TransportFault.connectionLost(server: server.name).sentence.stored)
        }
        return .unavailable(fault)
    }

    /// The result of an answer with a status from 400 to 599.
    private func rejected(_ status: Int) -> TransportResult {
        let answer = session.answer
        let isPermanent = status >= 500
        let refusal = SMTPRefusal(status: status, answer: answer)
        // The server demands a login (RFC 4954 §6).
        if status == 530 { return .unavailable(.loginRequired(server: server.name, answer: answer)) }
        if session.step.isPartOfMail, refusal.isSendingLimit {
            return .unavailable(.sendingLimit(server: server.name, answer: answer))
        }
        switch session.step {
        case .greeting, .hello, .other:
            return .unavailable(isPermanent ? unexpected : .serverBusy(server: server.name, answer: answer))
        case .startTLS: return .unavailable(.noSTARTTLS(server: server.name))
        case .login:
            return .unavailable(
                isPermanent
                    ? .passwordRejected(
                        server: server.name, user: ForeignText.line(server.user ?? ""), answer: answer)
                    : .serverBusy(server: server.name, answer: answer))
        // The message is too large (RFC 1870 §6.1).
        case .sender where status == 552: return .refused(answer: answer)
        case .sender where isPermanent:
            return .unavailable(.senderRefused(server: server.name, address: sender, answer: answer))
        // There is no status code with the single meaning “this server relays no mail”. The code 5.7.1 of RFC 3463 is
        // for every delivery that is not authorized, and servers also send it if the recipient wants no mail. The
        // answer is therefore searched for the word “relay”.
        case .recipient where isPermanent && server.user == nil && answer.lowercased().contains("relay"):
            return .unavailable(.relayDenied(server: server.name, answer: answer))
        case .sender, .recipient, .data, .content:
            return isPermanent && !refusal.isTemporary ? .refused(answer: answer) : .deferred(answer: answer)
        }
    }

    private var unexpected: TransportFault { .unexpectedAnswer(server: server.name, answer: session.answer) }

    /// The fault of a transfer that failed although the server rejected no command.
    private var fault: TransportFault {
        switch code {
        case CURLE_USE_SSL_FAILED: .noSTARTTLS(server: server.name)
        // The server offers no login mechanism that this program uses. Either libcurl reports this error, or the
        // callback that receives the server’s lines has ended the transfer.
        case CURLE_LOGIN_DENIED: .loginNotOffered(server: server.name)
        case CURLE_WRITE_ERROR where session.step == .hello: .loginNotOffered(server: server.name)
        case CURLE_WEIRD_SERVER_REPLY: unexpected
        default:
            TransportFault(
                code, transfer, host: server.host, server: server.name, certificates: server.certificates)
        }
    }
}
