/** A part that everybody can buy. Prices are samples in US dollar. */
export interface CataloguePart {
  id: string;
  name: string;
  /** Whole words, in any form; Arabic ones beside. */
  aliases: string[];
  category: PartCategory;
  /** Supply that it takes, or that a part of category `power` gives, in volt. */
  supply?: { min: number; max: number };
  /** Level of its signals in volt; `board` takes that of the board. */
  logic?: number | 'board';
  interfaces: PartInterface[];
  i2cAddress?: string;
  /** Of a part of category `power`: what it can give. */
  currentMa?: { typical: number; max: number };
  unitPrice: number;
  /** Id of one that does the same for less. */
  cheaper?: string;
}

export const partCategories = [
  'mcu',
  'sensor',
  'actuator',
  'display',
  'power',
  'connectivity',
  'passive',
  'connector',
  'mechanical',
  'tool',
  'other',
] as const;
export type PartCategory = (typeof partCategories)[number];
export const partInterfaces = [
  'gpio',
  'i2c',
  'spi',
  'uart',
  'adc',
  'pwm',
  'onewire',
  'usb',
  'can',
  'power',
] as const;
export type PartInterface = (typeof partInterfaces)[number];

interface Row {
  aliases?: string;
  category: PartCategory;
  /** Volts, `min-max` or one number. */
  supply?: string;
  logic?: number | 'board';
  via?: PartInterface[];
  address?: string;
  mA?: [typical: number, max: number];
  price: number;
  cheaper?: string;
}

function part(id: string, name: string, row: Row): CataloguePart {
  const [min, max = min] = row.supply?.split('-').map(Number) ?? [];
  return {
    id,
    name,
    aliases: row.aliases?.split(/,\s*/) ?? [],
    category: row.category,
    ...(min !== undefined && max !== undefined && { supply: { min, max } }),
    ...(row.logic !== undefined && { logic: row.logic }),
    interfaces: row.via ?? [],
    ...(row.address !== undefined && { i2cAddress: row.address }),
    ...(row.mA && { currentMa: { typical: row.mA[0], max: row.mA[1] } }),
    unitPrice: row.price,
    ...(row.cheaper !== undefined && { cheaper: row.cheaper }),
  };
}

/** Currents and voltages are those of the usual modules; prices are samples. */
export const catalogue: readonly CataloguePart[] = [
  part('esp32-devkit', 'ESP32 DevKit V1', {
    aliases: 'esp32',
    category: 'mcu',
    supply: '5',
    logic: 3.3,
    mA: [80, 500],
    price: 6.5,
    cheaper: 'esp8266-nodemcu',
  }),
  part('esp8266-nodemcu', 'NodeMCU ESP8266', {
    aliases: 'esp8266, nodemcu',
    category: 'mcu',
    supply: '5',
    logic: 3.3,
    mA: [70, 300],
    price: 3.6,
  }),
  part('arduino-uno', 'Arduino Uno R3', {
    aliases: 'arduino uno, uno, arduino, أردوينو, أونو',
    category: 'mcu',
    supply: '5',
    logic: 5,
    mA: [50, 200],
    price: 24,
    cheaper: 'arduino-nano',
  }),
  part('arduino-nano', 'Arduino Nano', {
    aliases: 'arduino nano, nano, نانو',
    category: 'mcu',
    supply: '5',
    logic: 5,
    mA: [25, 150],
    price: 6,
  }),
  part('rpi-pico-w', 'Raspberry Pi Pico W', {
    aliases: 'pico, raspberry pi pico, بيكو',
    category: 'mcu',
    supply: '5',
    logic: 3.3,
    mA: [50, 300],
    price: 7,
  }),
  part('ds18b20', 'DS18B20 temperature probe', {
    aliases: 'ds18b20, temperature, حرارة, الحرارة',
    category: 'sensor',
    supply: '3-5.5',
    logic: 'board',
    via: ['onewire'],
    mA: [1, 2],
    price: 2.2,
  }),
  part('dht22', 'DHT22 temperature and humidity', {
    aliases: 'dht22, humidity, رطوبة, الرطوبة',
    category: 'sensor',
    supply: '3.3-5.5',
    logic: 'board',
    via: ['gpio'],
    mA: [1, 3],
    price: 4,
    cheaper: 'dht11',
  }),
  part('dht11', 'DHT11 temperature and humidity', {
    aliases: 'dht11',
    category: 'sensor',
    supply: '3.3-5.5',
    logic: 'board',
    via: ['gpio'],
    mA: [1, 3],
    price: 1.5,
  }),
  part('bme280', 'BME280 climate sensor', {
    aliases: 'bme280, pressure',
    category: 'sensor',
    supply: '3.3',
    logic: 3.3,
    via: ['i2c'],
    address: '0x76',
    mA: [1, 2],
    price: 5.5,
    cheaper: 'dht22',
  }),
  part('soil-cap', 'Capacitive soil moisture sensor', {
    aliases: 'soil, moisture, plant, تربة, التربة, نبتة, نبات, النبات, نباتات, النباتات, زرع, الزرع',
    category: 'sensor',
    supply: '3.3-5.5',
    logic: 3,
    via: ['adc'],
    mA: [5, 10],
    price: 1.8,
  }),
  part('bh1750', 'BH1750 light sensor', {
    aliases: 'bh1750, lux, light, حساس ضوء, حساس الضوء, حساس إضاءة, حساس الإضاءة, شدة الإضاءة, شدة الضوء',
    category: 'sensor',
    supply: '3.3',
    logic: 3.3,
    via: ['i2c'],
    address: '0x23',
    mA: [1, 1],
    price: 1.9,
    cheaper: 'ldr',
  }),
  part('ldr', 'Photoresistor', {
    aliases: 'ldr, photoresistor',
    category: 'sensor',
    logic: 'board',
    via: ['adc'],
    mA: [1, 1],
    price: 0.2,
  }),
  part('hc-sr04', 'HC-SR04 ultrasonic', {
    aliases: 'hc-sr04, distance, ultrasonic, مسافة',
    category: 'sensor',
    supply: '5',
    logic: 5,
    via: ['gpio'],
    mA: [15, 20],
    price: 1.6,
  }),
  part('hc-sr501', 'HC-SR501 motion sensor', {
    aliases: 'hc-sr501, pir, motion, حركة, الحركة',
    category: 'sensor',
    supply: '5',
    logic: 3.3,
    via: ['gpio'],
    mA: [1, 1],
    price: 1.4,
  }),
  part('mq135', 'MQ-135 air quality', {
    aliases: 'mq135, mq-135, gas, air quality, smoke, غاز, دخان, الدخان',
    category: 'sensor',
    supply: '5',
    logic: 5,
    via: ['adc'],
    mA: [150, 160],
    price: 2.8,
  }),
  part('mpu6050', 'MPU-6050 motion unit', {
    aliases: 'mpu6050, mpu-6050, accelerometer, gyro',
    category: 'sensor',
    supply: '3.3-5',
    logic: 3.3,
    via: ['i2c'],
    address: '0x68',
    mA: [4, 5],
    price: 2.6,
  }),
  part('hx711-cell', 'HX711 with 5 kg load cell', {
    aliases: 'hx711, weight, scale, load cell',
    category: 'sensor',
    supply: '3.3-5',
    logic: 'board',
    via: ['gpio'],
    mA: [2, 3],
    price: 5.2,
  }),
  part('neo6m', 'NEO-6M GPS', {
    aliases: 'neo6m, neo-6m, gps',
    category: 'sensor',
    supply: '3.3-5',
    logic: 3.3,
    via: ['uart'],
    mA: [45, 67],
    price: 7.5,
  }),
  part('rc522', 'RC522 RFID reader', {
    aliases: 'rc522, rfid, nfc',
    category: 'sensor',
    supply: '3.3',
    logic: 3.3,
    via: ['spi'],
    mA: [13, 26],
    price: 2.4,
  }),
  part('water-level', 'Water sensor (contact board)', {
    aliases:
      'water sensor, water level, water level sensor, water detector, leak, leaks, leak sensor, flood, flood sensor, rain sensor, حساس ماء, حساس الماء, حساس مياه, مستوى الماء, مستوى المياه, حساس تسرب, تسرب الماء, تسرب المياه, حساس مطر',
    category: 'sensor',
    supply: '3.3-5',
    logic: 'board',
    via: ['adc'],
    mA: [15, 20],
    price: 1.2,
  }),
  part('reed-switch', 'Reed switch with magnet', {
    aliases:
      'reed, reed switch, reed sensor, reed contact, magnetic switch, magnetic contact, door sensor, door contact, door switch, window sensor, window contact, مفتاح مغناطيسي, حساس باب, حساس الباب, حساس نافذة, حساس النافذة',
    category: 'sensor',
    logic: 'board',
    via: ['gpio'],
    mA: [1, 1],
    price: 1.1,
  }),
  part('button', 'Push button 6 mm', {
    aliases: 'button, push button, pushbutton, tactile switch, زر, زر ضغط, أزرار',
    category: 'sensor',
    logic: 'board',
    via: ['gpio'],
    mA: [1, 1],
    price: 0.1,
  }),
  part('ssd1306', 'SSD1306 OLED 0.96"', {
    aliases: 'ssd1306, oled, display, screen, شاشة',
    category: 'display',
    supply: '3.3-5',
    logic: 3.3,
    via: ['i2c'],
    address: '0x3C',
    mA: [15, 25],
    price: 4.2,
    cheaper: 'lcd1602-i2c',
  }),
  part('lcd1602-i2c', 'LCD 16×2 with I2C', {
    aliases: 'lcd1602, lcd',
    category: 'display',
    supply: '5',
    logic: 5,
    via: ['i2c'],
    address: '0x27',
    mA: [25, 30],
    price: 3.9,
  }),
  part('relay-1', 'Relay module 1 channel', {
    aliases: 'relay, مرحل',
    category: 'actuator',
    supply: '5',
    logic: 3.3,
    via: ['gpio'],
    mA: [70, 80],
    price: 1.7,
  }),
  part('sg90', 'SG90 servo', {
    aliases: 'sg90, servo',
    category: 'actuator',
    supply: '5',
    logic: 3.3,
    via: ['pwm'],
    mA: [120, 650],
    price: 2.3,
  }),
  part('pump-5v', 'Mini pump 5 V', {
    aliases: 'pump, watering, waters, irrigation, irrigate, مضخة, يسقي, سقي, ري',
    category: 'actuator',
    supply: '5',
    mA: [200, 300],
    price: 3,
  }),
  part('buzzer', 'Active buzzer', {
    aliases: 'buzzer, alarm, جرس, إنذار',
    category: 'actuator',
    supply: '3.3-5',
    logic: 'board',
    via: ['gpio'],
    mA: [20, 30],
    price: 0.6,
  }),
  part('led-5mm', 'LED 5 mm', {
    aliases: 'led',
    category: 'actuator',
    logic: 'board',
    via: ['gpio'],
    mA: [10, 20],
    price: 0.1,
  }),
  part('ws2812b-1m', 'WS2812B strip 1 m, 30 LED', {
    aliases: 'ws2812b, neopixel, led strip',
    category: 'actuator',
    supply: '5',
    logic: 5,
    via: ['gpio'],
    mA: [300, 1_800],
    price: 6.8,
  }),
  part('l298n', 'L298N motor driver', {
    aliases: 'l298n, motor driver, motor',
    category: 'actuator',
    supply: '5-12',
    logic: 5,
    via: ['gpio', 'pwm'],
    mA: [36, 2_000],
    price: 3.2,
  }),
  part('sx1278', 'LoRa module SX1278', {
    aliases: 'sx1278, lora',
    category: 'connectivity',
    supply: '3.3',
    logic: 3.3,
    via: ['spi'],
    mA: [12, 120],
    price: 5.9,
  }),
  part('psu-5v2a', '5 V 2 A supply', {
    aliases: 'power supply, adapter, مصدر تغذية, محول كهرباء',
    category: 'power',
    supply: '5',
    via: ['power'],
    mA: [0, 2_000],
    price: 5,
  }),
  part('battery-18650', '18650 cell with TP4056 charger', {
    aliases: '18650, battery, rechargeable, بطارية',
    category: 'power',
    supply: '3.7',
    via: ['power'],
    mA: [0, 2_000],
    price: 6.2,
  }),
  part('battery-2aa', 'Holder with 2 AA cells', {
    aliases: '2 aa, two aa, 2x aa, 2xaa, 2 x aa, pair of aa, بطاريتين aa, بطاريتا aa',
    category: 'power',
    supply: '3',
    via: ['power'],
    mA: [0, 500],
    price: 2.4,
  }),
  part('battery-3aa', 'Holder with 3 AA cells', {
    aliases: '3 aa, three aa, 3x aa, 3xaa, 3 x aa',
    category: 'power',
    supply: '4.5',
    via: ['power'],
    mA: [0, 500],
    price: 3.2,
  }),
  part('battery-4aa', 'Holder with 4 AA cells', {
    aliases: '4 aa, four aa, 4x aa, 4xaa, 4 x aa',
    category: 'power',
    supply: '6',
    via: ['power'],
    mA: [0, 500],
    price: 4,
  }),
  part('battery-9v', '9 V block with clip', {
    aliases: '9v battery, 9 v battery, 9 volt battery, 9v block, 9 v block, بطارية 9 فولت',
    category: 'power',
    supply: '9',
    via: ['power'],
    mA: [0, 300],
    price: 3.5,
  }),
  part('buck-mp1584', 'MP1584 buck converter', {
    aliases: 'buck, buck converter, step down, step-down, mp1584, خافض جهد, خافض الجهد',
    category: 'power',
    supply: '4.5-28',
    via: ['power'],
    price: 1.3,
  }),
  part('boost-mt3608', 'MT3608 boost converter', {
    aliases: 'boost, boost converter, step up, step-up, booster, mt3608, رافع جهد, رافع الجهد, رفع الجهد',
    category: 'power',
    supply: '2-24',
    via: ['power'],
    price: 1.2,
  }),
  part('level-shift-4', 'Level shifter 4 channel', {
    aliases: 'level shifter, محول مستويات',
    category: 'passive',
    supply: '3.3-5',
    via: ['gpio'],
    price: 0.9,
  }),
  part('res-220', 'Resistor 220 Ω', { category: 'passive', price: 0.05 }),
  part('res-4k7', 'Resistor 4.7 kΩ', { category: 'passive', price: 0.05 }),
  part('res-10k', 'Resistor 10 kΩ', { category: 'passive', price: 0.05 }),
  part('breadboard-830', 'Breadboard 830', { aliases: 'breadboard', category: 'mechanical', price: 3.5 }),
  part('jumper-40', 'Jumper wires 40 pcs', {
    aliases: 'jumper, jumper wires',
    category: 'connector',
    price: 2.5,
  }),
];

const byId = new Map(catalogue.map((entry) => [entry.id, entry]));

/** The part of that id; undefined for one that the catalogue does not have. */
export function partOf(id: string): CataloguePart | undefined {
  return byId.get(id);
}
