import Foundation

/// Whether tests take their time: `EVENTPASS_SOAK=1`.
public enum Soak {
    public static let isOn = ProcessInfo.processInfo.environment["EVENTPASS_SOAK"] != nil
}
