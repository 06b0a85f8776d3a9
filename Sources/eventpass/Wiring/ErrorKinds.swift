import Presenting
import SymbolReader
import Web

// What the errors mean of what the command line alone does.

extension SymbolReaderError: ExplainedError {
    var kind: ErrorKind { .badInput }
}

extension WebServerError: ExplainedError {
    var kind: ErrorKind {
        switch self {
        case .certificate, .key: .badInput
        case .inUse, .notOfThisMachine, .notAllowed, .listening: .trouble
        }
    }
}
