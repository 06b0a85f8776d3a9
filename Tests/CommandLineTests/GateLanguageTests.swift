import Testing

@Suite("The language of a gate")
struct GateLanguageTests {
    @Test("Verdicts are in the language of the option, or else of the environment; an unknown language is English")
    func chosen() throws {
        let stage = try Stage()
        let token = try stage.tokens(1)[0]
        let check = "eventpass gate check fair \(token) --gate North"
        #expect(try stage.sh("\(check) --language sw").text.contains("Karibu"))
        let again = try stage.sh(check, environment: ["EVENTPASS_LANGUAGE": "fr"])
        #expect(again.text.contains("DOUBLON") && again.text.contains("Déjà entré ici"), "\(again)")
        #expect(try stage.sh(check, environment: ["EVENTPASS_LANGUAGE": "xx"]).text.contains("Already admitted"))
        let unknown = try stage.sh("\(check) --language xx")
        #expect(unknown.status == 64 && unknown.errorText.contains("sw"), "\(unknown)")
    }
}
