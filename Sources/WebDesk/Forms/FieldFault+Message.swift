import Languages
import Ticketing
import WebHost

extension [FieldFault] {
    /// The error message at the top of the page that shows a refused form again. It says what was not done, and then
    /// either states the fault of the whole form or asks the user to correct the marked fields.
    ///
    /// - Parameter outcome: The sentence that says what was not done, such as `Nothing was saved.`
    func message(_ outcome: Sentence) -> Sentence {
        .list([outcome, text(of: [FieldFault].wholeForm)?.asSentence ?? Sentence(DeskFormSentence.correctFields)])
    }
}
