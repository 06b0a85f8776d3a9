package import Management

extension AbuseReportError: ExplainedError {
    package var subject: ErrorSubject { .event }

    package var kind: ErrorKind { .notFound }
}
