import { warningIn } from './arabic-warnings.ts';

describe('a warning in Arabic', () => {
  it.each([
    'NO_MCU: No board with a microcontroller is in the list.',
    'VOLTAGE_MISMATCH: Mini pump 5 V needs 6 to 9 V; the board gives 3.3 V and 5 V.',
    'LOGIC_LEVEL: HC-SR04 ultrasonic puts 5 V on pins of ESP32 DevKit V1, which take 3.3 V: add a level shifter.',
    'LOGIC_LEVEL: HC-SR04 ultrasonic puts 5 V on a pin of ESP32 DevKit V1, which takes 3.3 V.',
    'I2C_ADDRESS_CLASH: 2 parts have the I2C address 0x76: BME280 climate sensor and BME280 climate sensor.',
    'POWER_BUDGET: All parts together may take 2300 mA; the supply gives 2000 mA.',
    'UNPRICED: No price is known for Active buzzer, Photoresistor.',
    'PIN_CONFLICT: Pin 4 of ESP32 DevKit V1 is used by ds18b20 DATA and dht22 DATA.',
    'UNKNOWN_COMPONENT: buzzer is not in the parts list.',
    'MISSING_POWER: Active buzzer has no supply line.',
    'MISSING_GROUND: Active buzzer has no ground line.',
    'MISSING_PULLUP: The data line of DS18B20 temperature probe has no pull-up resistor.',
    'STALE_BOM: The parts list has Active buzzer, SG90 servo, and the wiring does not.',
    'STALE_BOM: The wiring was drawn for version 1 of the parts list, which is at version 2 now.',
    'PIN_DIFFERS: src/config.h has PIN_BUZZER_IN on pin 5; the wiring has 4.',
  ])('%s', (warning) => {
    const arabic = warningIn('ar', warning);
    expect(arabic).toMatch(/\p{Script=Arabic}/u);
    // Types, pins and paths stay; no English word does.
    expect(arabic).not.toMatch(/\b(?!src|config|servo)[a-z]{4,}\b/);
    expect(warningIn('en', warning)).toBe(warning);
  });

  it('stays as it is where it is not one of ours', () => {
    expect(warningIn('ar', 'Something else.')).toBe('Something else.');
  });
});
