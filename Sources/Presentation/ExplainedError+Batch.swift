package import Management

extension EventBatchRefusal: ExplainedError {
    package var kind: ErrorKind { .ruleViolation }
    package var subject: ErrorSubject { .event }
}
