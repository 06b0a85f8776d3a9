import Presenting
import SymbolReader

extension SymbolReaderError: ExplainedError {
    var kind: ErrorKind { .invalidInput }
}
