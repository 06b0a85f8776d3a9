import HTTPTypes
import Management

extension Problem {
    /// What the office refused, to people who may read why: it is about what they asked for.
    init(_ error: ManagementError) {
        let status: HTTPResponse.Status =
            switch error {
            case .forbidden, .notGranted, .localOwnerOnly: .forbidden
            case .unknownEvent, .unknownOrganizer, .unknownUser: .notFound
            default: .unprocessableContent
            }
        self.init(status, error.description)
    }
}
