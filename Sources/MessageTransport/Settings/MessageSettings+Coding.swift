public import Ticketing

extension EmailAddress: Codable {}

/// In JSON, an enum case with a value is an object with one member: `{"folder": "…"}`. The name of the member is the
/// name of the case.
private enum Choice<Key: CodingKey> {
    /// The only key of the object.
    static func key(_ decoder: any Decoder) throws -> (KeyedDecodingContainer<Key>, Key) {
        let container = try decoder.container(keyedBy: Key.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not exactly one known member"))
        }
        return (container, key)
    }
}

extension MailSettings.Way {
    private enum Key: String, CodingKey { case smtp, folder }

    public init(from decoder: any Decoder) throws {
        let (container, key) = try Choice<Key>.key(decoder)
        self =
            switch key {
            case .smtp: .smtp(try container.decode(SMTPServer.self, forKey: .smtp))
            case .folder: .folder(try container.decode(String.self, forKey: .folder))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .smtp(let server): try container.encode(server, forKey: .smtp)
        case .folder(let path): try container.encode(path, forKey: .folder)
        }
    }
}

extension SMSSettings {
    private enum Key: String, CodingKey { case africasTalking, gammu }

    public init(from decoder: any Decoder) throws {
        let (container, key) = try Choice<Key>.key(decoder)
        self =
            switch key {
            case .africasTalking:
                .africasTalking(try container.decode(AfricasTalkingAccount.self, forKey: .africasTalking))
            case .gammu: .gammu(try container.decode(GammuModem.self, forKey: .gammu))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .africasTalking(let account): try container.encode(account, forKey: .africasTalking)
        case .gammu(let modem): try container.encode(modem, forKey: .gammu)
        }
    }
}
