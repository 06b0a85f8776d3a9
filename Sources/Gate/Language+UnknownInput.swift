public import Languages
public import Ticketing

extension Language {
    /// A description of a scanned text that is not a ticket, as a part of a sentence: “an EAN-13 bar code, from a
    /// product”.
    public func text(_ input: UnknownInput) -> String {
        func text(_ key: GateSentence, _ arguments: [String: SentenceArgument] = [:]) -> String {
            self.text(key, arguments)
        }
        return switch input {
        case .empty: text(.inputEmpty)
        case .tooShort: text(.inputTooShort)
        case .tooLong(let limit): text(.inputTooLong, ["limit": .number(limit)])
        case .notText: text(.inputNotText)
        case .otherScript: text(.inputOtherScript)
        case .invalidLetter(let letter): text(.inputLetter, ["letter": .text(String(letter))])
        case .ean(let digits): text(.inputEAN, ["digits": .number(digits)])
        case .upc: text(.inputUPC)
        case .gtin: text(.inputGTIN)
        case .webAddress: text(.inputWebAddress)
        case .webAddressEnd: text(.inputWebAddressEnd)
        case .otherSymbol: text(.inputOtherSymbol)
        case .otherSystem: text(.inputOtherSystem)
        case .otherSystemSigned: text(.inputOtherSystemSigned)
        case .ticketCode: text(.inputTicketCode)
        case .cutOff(let letters, let length):
            text(.inputCutOff, ["letters": .number(letters), "length": .number(length)])
        case .liveCodeCutOff: text(.inputLiveCodeCutOff)
        case .tooManyLetters(let letters, let length):
            text(.inputTooManyLetters, ["letters": .number(letters), "length": .number(length)])
        case .impossibleValues: text(.inputImpossibleValues)
        case .typed(let input, let layout):
            text(.inputTyped, ["description": .text(self.text(input)), "layout": .sentence(layout)])
        }
    }
}
