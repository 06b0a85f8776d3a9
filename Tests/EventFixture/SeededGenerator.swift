import Foundation

/// The random number generator SplitMix64. With its seed, a failed test can be repeated with the same random numbers.
public struct SeededGenerator: RandomNumberGenerator {
    public let seed: UInt64
    private var state: UInt64

    public init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Takes the seed from the environment variable `EVENTPASS_SEED`. If the variable is not set, takes a random seed.
    /// Prints the seed with the name of the test.
    public init(for test: String) {
        let seed =
            ProcessInfo.processInfo.environment["EVENTPASS_SEED"].flatMap { UInt64($0) } ?? .random(in: 0 ... .max)
        print("seed of “\(test)”: EVENTPASS_SEED=\(seed)")
        self.init(seed: seed)
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
