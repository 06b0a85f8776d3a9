import Languages

extension OrganizerDetails: FieldEntity {
    public static let fields: [EntityField<OrganizerDetails>] = [
        EntityField("name", .name, \.name, .text(), hint: .field(.organizerNameHint)),
        EntityField(
            "about", .about, \.about, .text(atMost: EventDetails.longestAbout, lines: .several),
            hint: .field(.aboutHint)),
        EntityField<OrganizerDetails>(
            "links", .links, \.links, .list(OrganizerLink.syntax, atMost: mostLinks), fallback: ([], .field(.none)),
            hint: .field(.linksHint, ["most": .number(mostLinks), "length": .number(OrganizerLink.longest)])
        ).outsideGatePacks,
        EntityField<OrganizerDetails>(
            "embed_origins", .embedOrigins, \.embedOrigins, .list(WebOrigin.syntax, atMost: mostEmbedOrigins),
            fallback: ([], .field(.noOtherWebsite)),
            hint: .field(.embedOriginsHint, ["most": .number(mostEmbedOrigins)])
        ).outsideGatePacks,
    ]

    public static let requiredFields = ["name"]
    public static let blank = OrganizerDetails(name: "")
}

extension OrganizerLink {
    fileprivate static let syntax = FieldSyntax(
        .field(
            .linksForm, ["most": .number(OrganizerDetails.mostLinks), "length": .number(OrganizerLink.longest)]),
        pattern: "^https://[!-~]{1,192}$")
}

extension WebOrigin {
    fileprivate static let syntax = FieldSyntax(
        .field(.embedOriginsForm, ["most": .number(OrganizerDetails.mostEmbedOrigins)]),
        pattern: "^https?://[a-z0-9.-]{1,253}(:[1-9][0-9]{0,4})?$")
}
