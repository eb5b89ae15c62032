/** Arduino code of a part. `PIN(X)` stands for the constant of its signal X. */
export interface DeviceCode {
  libraries?: string[];
  includes?: string[];
  globals?: string[];
  setup?: string[];
  /** Runs once per interval; may not block. */
  every?: string[];
}

const dht = (type: string): DeviceCode => ({
  libraries: ['DHT sensor library'],
  includes: ['<DHT.h>'],
  globals: [`DHT climate(PIN(DATA), ${type});`],
  setup: ['climate.begin();'],
  every: [
    'report("temperature_c", climate.readTemperature());',
    'report("humidity_pct", climate.readHumidity());',
  ],
});
const analog = (name: string): DeviceCode => ({
  setup: ['pinMode(PIN(AOUT), INPUT);'],
  every: [`report("${name}", analogRead(PIN(AOUT)));`],
});
const switched: DeviceCode = { setup: ['pinMode(PIN(IN), OUTPUT);', 'digitalWrite(PIN(IN), LOW);'] };

/** Code by the part's id in the catalogue. */
export const deviceCode: Readonly<Record<string, DeviceCode>> = {
  ds18b20: {
    libraries: ['OneWire', 'DallasTemperature'],
    includes: ['<OneWire.h>', '<DallasTemperature.h>'],
    globals: ['OneWire oneWire(PIN(DATA));', 'DallasTemperature probes(&oneWire);'],
    setup: ['probes.begin();', 'probes.setWaitForConversion(false);', 'probes.requestTemperatures();'],
    every: ['report("temperature_c", probes.getTempCByIndex(0));', 'probes.requestTemperatures();'],
  },
  dht22: dht('DHT22'),
  dht11: dht('DHT11'),
  ssd1306: {
    libraries: ['Adafruit SSD1306'],
    includes: ['<Wire.h>', '<Adafruit_SSD1306.h>'],
    globals: ['Adafruit_SSD1306 screen(128, 64, &Wire, -1);'],
    setup: [
      'if (!screen.begin(SSD1306_SWITCHCAPVCC, 0x3C)) Serial.println("SSD1306 does not answer");',
      'screen.setTextColor(SSD1306_WHITE);',
    ],
    every: [
      'screen.clearDisplay();',
      'screen.setCursor(0, 0);',
      'screen.print(lastReport);',
      'screen.display();',
    ],
  },
  'soil-cap': analog('soil_raw'),
  mq135: analog('gas_raw'),
  'water-level': analog('water_raw'),
  'hc-sr501': {
    setup: ['pinMode(PIN(OUT), INPUT);'],
    every: ['report("motion", digitalRead(PIN(OUT)));'],
  },
  'relay-1': switched,
  buzzer: switched,
  'led-5mm': { setup: ['pinMode(PIN(LED), OUTPUT);', 'digitalWrite(PIN(LED), LOW);'] },
};
