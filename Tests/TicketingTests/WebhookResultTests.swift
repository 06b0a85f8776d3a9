import Testing
import Ticketing

@Suite("Results of deliveries to webhooks")
struct WebhookResultTests {
    @Test("Each result can be read back from its code; a text that another version stored is shown unchanged")
    func codes() {
        let results: [WebhookResult] =
            WebhookResult.NoResponse.allCases.map { .noResponse($0) } + [
                .status(204), .refusedAddress(.notPublicAddress), .refusedAddress(.publicUnencrypted),
                .refusedAddress(.unreachableAddress), .words("nobody answers there"),
            ]
        for result in results { #expect(WebhookResult(code: result.code) == result) }
        #expect(Set(results.map(\.code)).count == results.count)
        #expect("\(WebhookResult.status(307))" == "answered 307; redirects are not followed")
        #expect("\(WebhookResult(code: "nobody answers there"))" == "nobody answers there")
    }
}
