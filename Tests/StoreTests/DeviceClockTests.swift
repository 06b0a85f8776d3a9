import EventFixture
import Store
import Testing
import Ticketing

@Suite("The measured clocks of devices", .everyEngine)
struct DeviceClockTests {
    @Test(
        "Each measurement of a device’s clock can widen the stored range of offsets; the device’s name is unchanged")
    func measurements() throws {
        let festival = try Festival()
        let device = festival.device
        func measure(_ least: Int64?, _ most: Int64?) throws -> ClockOffset? {
            try festival.store.write { connection in
                try connection.deviceClocks.recordMeasurement(
                    ClockOffset(lowerBound: least, upperBound: most), of: device)
                return try connection.deviceClocks.of(device)?.offset
            }
        }
        try festival.store.write { try $0.deviceClocks.setNames([(device: device, name: "North")]) }
        #expect(try measure(nil, nil) == ClockOffset())
        #expect(try measure(5, nil) == ClockOffset(lowerBound: 5))
        #expect(try measure(9, 20) == ClockOffset(lowerBound: 5, upperBound: 20))
        #expect(try measure(-3, 7) == ClockOffset(lowerBound: -3, upperBound: 20))
        #expect(try measure(0, 30) == ClockOffset(lowerBound: -3, upperBound: 30))
        #expect(try measure(nil, nil) == ClockOffset(lowerBound: -3, upperBound: 30))
        #expect(try festival.store.read { try $0.deviceClocks.of(device)?.name } == "North")
    }
}
