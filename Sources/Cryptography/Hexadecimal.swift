public import Languages

/// Keys, hashes and ids as hexadecimal digits.
public typealias Hexadecimal = HexadecimalText
