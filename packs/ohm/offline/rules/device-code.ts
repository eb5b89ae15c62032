/**
 * What a part needs in the firmware. `PIN(X)` stands for the constant of its signal X. Of several equal parts each has its
 * own lines, where they name a pin or `INDEX`, its place among them from 0; `@` is nothing for the first and `_2` … for
 * the others.
 */
export interface DeviceCode {
  /** The code serves one of them, however many there are. */
  single?: boolean;
  libraries?: string[];
  includes?: string[];
  globals?: string[];
  setup?: string[];
  /** Runs once per interval; may not block. */
  every?: string[];
  /** After that of all of them. */
  lastly?: string[];
}

/** By id of the catalogue; other parts are served by the signals that they have. */
export const deviceCode: Readonly<Record<string, DeviceCode>> = {
  ds18b20: {
    libraries: ['OneWire', 'DallasTemperature'],
    includes: ['<OneWire.h>', '<DallasTemperature.h>'],
    globals: ['OneWire oneWire(PIN(DATA));', 'DallasTemperature probes(&oneWire);'],
    setup: ['probes.begin();', 'probes.setWaitForConversion(false);', 'probes.requestTemperatures();'],
    every: ['report("temperature_c@", probes.getTempCByIndex(INDEX));'],
    lastly: ['probes.requestTemperatures();'],
  },
  dht22: dht('DHT22'),
  dht11: dht('DHT11'),
  bme280: {
    libraries: ['Adafruit BME280 Library'],
    includes: ['<Wire.h>', '<Adafruit_BME280.h>'],
    globals: ['Adafruit_BME280 climate;'],
    setup: ['if (!climate.begin(0x76)) Serial.println("BME280 does not answer");'],
    every: [
      'report("temperature_c", climate.readTemperature());',
      'report("humidity_pct", climate.readHumidity());',
      'report("pressure_hpa", climate.readPressure() / 100.0F);',
    ],
  },
  bh1750: {
    libraries: ['BH1750'],
    includes: ['<Wire.h>', '<BH1750.h>'],
    globals: ['BH1750 lightMeter;'],
    setup: ['if (!lightMeter.begin()) Serial.println("BH1750 does not answer");'],
    every: ['report("light_lux", lightMeter.readLightLevel());'],
  },
  mpu6050: {
    libraries: ['Adafruit MPU6050'],
    includes: ['<Wire.h>', '<Adafruit_MPU6050.h>'],
    globals: ['Adafruit_MPU6050 motion;'],
    setup: ['if (!motion.begin()) Serial.println("MPU-6050 does not answer");'],
    every: [
      'sensors_event_t accel, gyro, temp;',
      'motion.getEvent(&accel, &gyro, &temp);',
      'report("accel_z_ms2", accel.acceleration.z);',
    ],
  },
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
  'lcd1602-i2c': {
    libraries: ['LiquidCrystal I2C'],
    includes: ['<Wire.h>', '<LiquidCrystal_I2C.h>'],
    globals: ['LiquidCrystal_I2C lcd(0x27, 16, 2);'],
    setup: ['lcd.init();', 'lcd.backlight();'],
    every: ['lcd.setCursor(0, 0);', 'lcd.print(lastReport.substring(0, 16));'],
  },
  'hc-sr04': {
    setup: ['pinMode(PIN(TRIG), OUTPUT);', 'pinMode(PIN(ECHO), INPUT);'],
    every: [
      'digitalWrite(PIN(TRIG), HIGH);',
      'delayMicroseconds(10);',
      'digitalWrite(PIN(TRIG), LOW);',
      'report("distance_cm@", pulseIn(PIN(ECHO), HIGH, ECHO_TIMEOUT_US) / 58.0F);',
    ],
  },
  'hx711-cell': {
    libraries: ['HX711'],
    includes: ['<HX711.h>'],
    globals: ['HX711 scale@;'],
    setup: ['scale@.begin(PIN(DT), PIN(CLK));'],
    every: ['if (scale@.is_ready()) report("weight_raw@", scale@.read());'],
  },
  rc522: {
    libraries: ['MFRC522'],
    includes: ['<SPI.h>', '<MFRC522.h>'],
    globals: ['MFRC522 reader@(PIN(CS), PIN(RST));'],
    setup: ['SPI.begin();', 'reader@.PCD_Init();'],
    every: [
      'if (reader@.PICC_IsNewCardPresent() && reader@.PICC_ReadCardSerial()) report("card@", reader@.uid.uidByte[0]);',
    ],
  },
  sx1278: {
    // The library drives one module.
    single: true,
    libraries: ['LoRa'],
    includes: ['<SPI.h>', '<LoRa.h>'],
    setup: [
      'LoRa.setPins(PIN(CS), PIN(RST), -1);',
      'if (!LoRa.begin(433E6)) Serial.println("SX1278 does not answer");',
    ],
    every: ['LoRa.beginPacket();', 'LoRa.print(lastReport);', 'LoRa.endPacket(true);'],
  },
  sg90: {
    libraries: ['ESP32Servo'],
    includes: ['<ESP32Servo.h>'],
    globals: ['Servo servo@;'],
    setup: ['servo@.attach(PIN(PWM));'],
    every: ['servo@.write(90);'],
  },
  'ws2812b-1m': {
    libraries: ['Adafruit NeoPixel'],
    includes: ['<Adafruit_NeoPixel.h>'],
    globals: ['Adafruit_NeoPixel strip@(30, PIN(DIN), NEO_GRB + NEO_KHZ800);'],
    setup: ['strip@.begin();', 'strip@.setBrightness(40);'],
    every: ['strip@.show();'],
  },
  'soil-cap': analog('soil_raw'),
  ldr: analog('light_raw'),
  mq135: analog('gas_raw'),
  'hc-sr501': { setup: ['pinMode(PIN(OUT), INPUT);'], every: ['report("motion@", digitalRead(PIN(OUT)));'] },
  // Closed contacts pull the pin to ground.
  'reed-switch': contact('open@'),
  button: contact('released@'),
  'water-level': analog('water_raw'),
  'relay-1': { setup: ['pinMode(PIN(IN), OUTPUT);', 'digitalWrite(PIN(IN), LOW);'] },
  buzzer: { setup: ['pinMode(PIN(IN), OUTPUT);', 'digitalWrite(PIN(IN), LOW);'] },
  'led-5mm': {
    setup: ['pinMode(PIN(LED), OUTPUT);'],
    every: ['digitalWrite(PIN(LED), !digitalRead(PIN(LED)));'],
  },
};

function dht(type: string): DeviceCode {
  const name = type.toLowerCase();
  return {
    libraries: ['DHT sensor library'],
    includes: ['<DHT.h>'],
    globals: [`DHT ${name}@(PIN(DATA), ${type});`],
    setup: [`${name}@.begin();`],
    every: [
      `report("temperature_c@", ${name}@.readTemperature());`,
      `report("humidity_pct@", ${name}@.readHumidity());`,
    ],
  };
}

function contact(name: string): DeviceCode {
  return { setup: ['pinMode(PIN(SW), INPUT_PULLUP);'], every: [`report("${name}", digitalRead(PIN(SW)));`] };
}

function analog(name: string): DeviceCode {
  return { setup: ['pinMode(PIN(AOUT), INPUT);'], every: [`report("${name}@", analogRead(PIN(AOUT)));`] };
}
