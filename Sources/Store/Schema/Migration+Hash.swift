import Cryptography

extension Migration {
    /// The hash that a store contains for this migration.
    ///
    /// For the first migrations, the stored hash covers the original text with its comments. Some of these comments
    /// were changed afterwards, so the original hashes are listed here. For all other migrations, the hash covers only
    /// the statements, without comments.
    func hash(_ dialect: SQLDialect) throws -> [UInt8] {
        guard let known = Migration.firstHashes[number] else { return try statementHash(dialect) }
        return Hexadecimal.bytes(dialect.isPostgreSQL ? known.postgreSQL : known.sqlite) ?? []
    }

    /// The hash of the statements without comments and indentation.
    func statementHash(_ dialect: SQLDialect) throws -> [UInt8] {
        let lines = text(dialect).split(separator: "\n").map { $0.drop { $0 == " " } }
        let statements = lines.filter { !$0.hasPrefix("--") }.joined(separator: "\n")
        return try SHA256.digest(Array(statements.utf8))
    }

    private static let firstHashes: [Int: (sqlite: String, postgreSQL: String)] = [
        1: (
            "18a625a87292701780149a7366762b94ef3d6b75ad9bf839b825b5160846e2cf",
            "0306f50fe257bbe6d8df7eb46e67361bf794ac316e3a7aa625e9c638910f26b2"
        ),
        2: (
            "d9e3547fcbc20eefa96932cc84f8a6f2690569b54b5cb444aca55cd9a1e1a958",
            "bf35937ade55acb96e19813d85376b8f393424bbf8d139d52b8a555dc5f209f0"
        ),
        3: (
            "1965a88d451a3ca35910736156a9364e2dd56c25dee80a4c038da93520b986f6",
            "a19c8796f23b2aea735fdf7b20828dd244082a330043c3789f99ff53d439299f"
        ),
        4: (
            "ad11825e347298f70e0b81654d41381adda4e47d5ce8daf56987ec8eae78c6a8",
            "bff8dbd7462bdeafe5b1bf1b5a209e5152c4090ee985407fbd2b7265bdf245c6"
        ),
        5: (
            "4d08021b0974aa652755e993b937b0f5ae8444092678c7c201b7fa6f4bfe2fd9",
            "4d08021b0974aa652755e993b937b0f5ae8444092678c7c201b7fa6f4bfe2fd9"
        ),
        6: (
            "f16c87fb678cf8c9275755ed39c5412f53805bddbb514a94fba9bfe6bf95381d",
            "f249aa6e9de437b966318fabd8a7a30018f84c2ee57983f57182f54db5f64f79"
        ),
        7: (
            "df9812759c6992c6e7a46c723da72b01b8d088ac54f9affa302c4cbe50e41dad",
            "907c1e815cd6cb02536c5ad3e1bea9cd31b1e6f2ac675d7651ac972e17bf69d2"
        ),
        8: (
            "4b1aa3fd1b08bb097908e1b9dd7d32944e76418519405e999e992bf32b6472e0",
            "20dd7a7feb9057b8a9d5336cc3e025916189992322213e860bb7d7f08f46c805"
        ),
        9: (
            "a0bd2debead09ee009ff584839de03b774e0085a0164e0712fe31cf0748f881d",
            "3cca0ce8515ed5f2c6b70826d19d7e3808d7dfa73958fe81cf5d0cb098aad0eb"
        ),
        10: (
            "b916ef2243e0967af464a6fc0d05cc2ece7244f16b3eb9e14210c23fe01c82dd",
            "68846d2fb52e8de2bef741e521d99cf0f205de12a2e7db6ae326f827f0f64f6d"
        ),
        11: (
            "af9ac155162187de7bd1e507fa18227a028146a5f252a230b3ccedf49ac01a83",
            "3a9a7a8449a81825668db7b4cbeb0780f87b2d004cb76b89758b86519dccdbdf"
        ),
        12: (
            "4259a8a16a7f8a0c03bf4063a6e27108880e4211ce8f837d516cb32949b48280",
            "b0bbde757a5425154458a697212a18f7b40165f287d3c097b5f15379c911b85c"
        ),
        13: (
            "17224a4eff9dd75784141fedf6ce0be5548d6dd55ea76743e54fe16e0108974a",
            "96750f6eb6e9ac010ba3291d440eb9128261450ef88ef3f157405ca7399d535e"
        ),
        14: (
            "ed015600cd58279c1daa9aa0d1ca5529d43899d34f6e26bace7710ee82ec579f",
            "715dcd96b735d10e4f7a9356dde7aa477a147f9365e1e98479e2fe5ef2d250d3"
        ),
        15: (
            "0a700d979e07b6d994b9957c0d079e8fcae977646457057f499d5a485ad23daa",
            "338db7ccc13a6589ed1c11e2450795a9ab8b67c5af93fc7b9143023354dd972e"
        ),
        16: (
            "e00ec767722eca000f58cddd629e6b56627ee88d96964d40af6cfb528e674448",
            "8d2a45804678d3aa429f90cfadce72b41e3ee803ccb19e496ec0942efb6eaa0c"
        ),
        17: (
            "c6ad1005db46a793237a2afadada23cf354bbd110d5df975397709529d912d98",
            "7db91aa6ecdec213c641adb17811b5eed6a16a98e9c871088446a1893c71c6e8"
        ),
        18: (
            "43c14ab4c2543344ec4973bf75ddaeafb6947d49813848533ed400aedad01da6",
            "db78c3f7592d2a778243f41406155963b1b6a762e77916b801c81c26092f64cf"
        ),
        19: (
            "9e0b8879c99f17c0a503ca0019f0a7105ffd7e65075c46c039c7a3bffbfa762a",
            "3ac61ae2419519508a16dd6f9299599e094e5c07130d0782a7be71d86bfb2164"
        ),
        20: (
            "fa594b3e66a11c43e7777b836866510a401cbdc0a7dc79cb9dcde7cd847d25c5",
            "0ff555e414591b04bd79856d5de9a506f450f1e4aaf4239b85037ae014ae46e8"
        ),
        21: (
            "979ebd10e6fca2996fe50adcadc91ae6bea5ce7ce86cefd63866570b02fc27de",
            "7d6c24e111b658d683e9126ee1dc9b94ee7540118d959a08a6b078fabf521922"
        ),
        22: (
            "eefc227de1c77ff7898d60042dac4c9ee09901bd0ba7554bfbb2334ef2b2d094",
            "64e5ac437ab6155ada1c07af68a03dae33ed38b0c02254d90037f4a9174a95b1"
        ),
        23: (
            "74fb7cdf550b2567ec86f7aed49399cd25f37e46a7ae74c0fb2a830be679a4bc",
            "74fb7cdf550b2567ec86f7aed49399cd25f37e46a7ae74c0fb2a830be679a4bc"
        ),
        24: (
            "19bce898c56bd3e5094420133437c5361a31e1b8768c0a16020aa471ed20a8bb",
            "04a41b7b89be97b912e411bc2b6d683b4d190bd31661fa426c68dd231e7824c5"
        ),
        25: (
            "8954f9589bab0edbfc25d81f314510772d68728c49a35d6393630d75a8f5d781",
            "9b7c6516f21e94fdd9c414bb786a62b4180d4ab56926e345bc225fff7798b277"
        ),
        26: (
            "e55a5391997a33144eeff106766ff1e6e51225af829e8d54162149ae538f04b1",
            "30615cddb9e1b33276f53553091827c1cfab9a0ae79957d7dc1525446790e8c6"
        ),
        27: (
            "4c9e521f1614f1c987c1837113a40514071559ad2437d20150102c53b4ce1ad4",
            "690c69709cf868112c02859c18a2378434797accdd2c898cdd59ab64c4808158"
        ),
        28: (
            "9ab72a6b7e08c78f8e033f31246fdc9ba2cb681c25cfa549f3f48ff53c5b31ba",
            "158510c537c92e5660ce8c2f97ac4b096440299a3e5ded93a22bce51202d5c07"
        ),
    ]
}
