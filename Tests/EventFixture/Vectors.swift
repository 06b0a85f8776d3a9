import Foundation
public import TicketToken

/// The test vectors in Samples/tokens-v1.json, which an independent implementation created.
public struct Vectors: Decodable {
    public struct Derived: Decodable {
        public let key: UInt8
        public let event: UInt32
        public let mac: String
        public let ed25519: String
        public let live: String

        enum CodingKeys: String, CodingKey {
            case key, event
            case mac = "event-mac"
            case ed25519 = "event-ed25519"
            case live = "event-live"
        }
    }

    public struct Accepted: Decodable {
        public let token: String
        public let claims: Claims
        public let body: String?
        public let canonical: String?
        public let how: String?
        public let now: Int64?
        public let liveKey: String?
        public let liveCode: String?

        enum CodingKeys: String, CodingKey {
            case token, claims, body, canonical, how, now
            case liveKey = "live_key"
            case liveCode = "live_code"
        }
    }

    public struct Claims: Decodable, Equatable {
        public let suite: String
        public let key: UInt8
        public let event: UInt32
        public let serial: UInt64
        public let type: UInt16
        public let admits: UInt8
        public let issue: UInt8
        public let validFrom: Int64?
        public let validUntil: Int64?

        enum CodingKeys: String, CodingKey {
            case suite, key, event, serial, type, admits, issue
            case validFrom = "valid_from"
            case validUntil = "valid_until"
        }

        public init(_ claims: TicketClaims) {
            suite = claims.suite.name
            key = claims.key
            event = claims.event.rawValue
            serial = claims.serial.rawValue
            type = claims.type.rawValue
            admits = claims.admits.rawValue
            issue = claims.issue
            validFrom = claims.window.from?.seconds
            validUntil = claims.window.until?.seconds
        }
    }

    public struct Refused: Decodable {
        public let token: String
        public let expect: String
        public let why: String
        public let now: Int64?
        public let event: UInt32?
    }

    public let keys: [String: String]
    public let derived: [Derived]
    public let accept: [Accepted]
    public let refuse: [Refused]

    public static func load() throws -> Vectors {
        let data = try Data(contentsOf: Project.file("Samples/tokens-v1.json"))
        return try JSONDecoder().decode(Vectors.self, from: data)
    }
}
