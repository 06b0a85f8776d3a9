package import Ticketing

extension PictureError: ExplainedError {
    package var kind: ErrorKind {
        switch self {
        case .busy, .noLock: .systemFailure
        case .noPicture: .notFound
        default: .invalidInput
        }
    }

    package var subject: ErrorSubject { .picture }
}
