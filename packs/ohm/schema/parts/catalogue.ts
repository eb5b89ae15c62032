import { wordList } from '#pack-kit';
import { z } from 'zod';

export const partCategories = wordList(
  'mcu sensor actuator display power connectivity passive connector mechanical tool other',
);
export const partInterfaces = wordList('gpio i2c spi uart adc pwm onewire usb can power');

/** A common part. Prices are samples in US dollar. */
export interface CataloguePart {
  id: string;
  name: string;
  /** Names that people write, in English and Arabic; matched as whole words. */
  aliases: string[];
  category: (typeof partCategories)[number];
  /** Supply that it takes, or that a part of category `power` gives, in volt. */
  supply?: { min: number; max: number };
  /** Level of its signals in volt; `board` is the level of the board. */
  logic?: number | 'board';
  interfaces: (typeof partInterfaces)[number][];
  i2cAddress?: string;
  /** Current that the part takes; for category `power`, the current that it gives. */
  currentMa?: { typical: number; max: number };
  unitPrice: number;
  /** Id of a cheaper part that does the same. */
  cheaper?: string;
}

/**
 * One part a line. Supply and logic are in volt, currents typical/max, prices samples in US dollar; `-` is none. Currents
 * and voltages are those of the usual modules.
 */
const TABLE = `
id              | name                            | category     | supply  | logic | interface | mA       | price | cheaper         | other names
esp32-devkit    | ESP32 DevKit V1                 | mcu          | 5       | 3.3   | -         | 80/500   | 6.50  | esp8266-nodemcu | esp32
esp8266-nodemcu | NodeMCU ESP8266                 | mcu          | 5       | 3.3   | -         | 70/300   | 3.60  | -               | esp8266, nodemcu
arduino-uno     | Arduino Uno R3                  | mcu          | 5       | 5     | -         | 50/200   | 24.00 | arduino-nano    | arduino uno, uno, arduino, أردوينو, أونو
arduino-nano    | Arduino Nano                    | mcu          | 5       | 5     | -         | 25/150   | 6.00  | -               | arduino nano, nano, نانو
rpi-pico-w      | Raspberry Pi Pico W             | mcu          | 5       | 3.3   | -         | 50/300   | 7.00  | -               | pico, raspberry pi pico, بيكو
ds18b20         | DS18B20 temperature probe       | sensor       | 3-5.5   | board | onewire   | 1/2      | 2.20  | -               | ds18b20, temperature, حرارة, الحرارة
dht22           | DHT22 temperature and humidity  | sensor       | 3.3-5.5 | board | gpio      | 1/3      | 4.00  | dht11           | dht22, dht 22, humidity, رطوبة, الرطوبة
dht11           | DHT11 temperature and humidity  | sensor       | 3.3-5.5 | board | gpio      | 1/3      | 1.50  | -               | dht11, dht 11
bme280          | BME280 climate sensor           | sensor       | 3.3     | 3.3   | i2c 0x76  | 1/2      | 5.50  | dht22           | bme280, bme, bme 280, pressure, barometer, ضغط الهواء, الضغط الجوي, ضغط جوي
soil-cap        | Capacitive soil moisture sensor | sensor       | 3.3-5.5 | 3     | adc       | 5/10     | 1.80  | -               | soil, moisture, plant, تربة, التربة, نبتة, نبات, النبات, نباتات, النباتات, زرع, الزرع
bh1750          | BH1750 light sensor             | sensor       | 3.3     | 3.3   | i2c 0x23  | 1/1      | 1.90  | ldr             | bh1750, lux, light, حساس ضوء, حساس الضوء, حساس إضاءة, حساس الإضاءة, شدة الإضاءة, شدة الضوء
ldr             | Photoresistor                   | sensor       | -       | board | adc       | 1/1      | 0.20  | -               | ldr, photoresistor
hc-sr04         | HC-SR04 ultrasonic              | sensor       | 5       | 5     | gpio      | 15/20    | 1.60  | -               | hc-sr04, distance, ultrasonic, مسافة, المسافة, حساس ركن, الموجات فوق الصوتية
hc-sr501        | HC-SR501 motion sensor          | sensor       | 5       | 3.3   | gpio      | 1/1      | 1.40  | -               | hc-sr501, pir, motion, حركة, الحركة
mq135           | MQ-135 air quality              | sensor       | 5       | 5     | adc       | 150/160  | 2.80  | -               | mq135, mq-135, gas, air quality, smoke, غاز, دخان, الدخان
mpu6050         | MPU-6050 motion unit            | sensor       | 3.3-5   | 3.3   | i2c 0x68  | 4/5      | 2.60  | -               | mpu6050, mpu-6050, accelerometer, gyro
hx711-cell      | HX711 with 5 kg load cell       | sensor       | 3.3-5   | board | gpio      | 2/3      | 5.20  | -               | hx711, weight, weighs, weighing, scale, load cell, ميزان, ميزانا, الميزان, وزن, الوزن, يزن, خلية وزن
neo6m           | NEO-6M GPS                      | sensor       | 3.3-5   | 3.3   | uart      | 45/67    | 7.50  | -               | neo6m, neo-6m, gps
rc522           | RC522 RFID reader               | sensor       | 3.3     | 3.3   | spi       | 13/26    | 2.40  | -               | rc522, rfid, nfc
water-level     | Water sensor (contact board)    | sensor       | 3.3-5   | board | adc       | 15/20    | 1.20  | -               | water sensor, water level, water level sensor, water detector, leak, leaks, leak sensor, flood, flood sensor, rain sensor, حساس ماء, حساس الماء, حساس مياه, مستوى الماء, مستوى المياه, حساس تسرب, تسرب الماء, تسرب المياه, حساس مطر
reed-switch     | Reed switch with magnet         | sensor       | -       | board | gpio      | 1/1      | 1.10  | -               | reed, reed switch, reed sensor, reed contact, magnetic switch, magnetic contact, door sensor, door contact, door switch, window sensor, window contact, مفتاح مغناطيسي, حساس باب, حساس الباب, حساس نافذة, حساس النافذة
button          | Push button 6 mm                | sensor       | -       | board | gpio      | 1/1      | 0.10  | -               | button, push button, pushbutton, tactile switch, زر, زرا, زر ضغط, أزرار
ssd1306         | SSD1306 OLED 0.96"              | display      | 3.3-5   | 3.3   | i2c 0x3C  | 15/25    | 4.20  | lcd1602-i2c     | ssd1306, oled, display, screen, شاشة
lcd1602-i2c     | LCD 16×2 with I2C               | display      | 5       | 5     | i2c 0x27  | 25/30    | 3.90  | -               | lcd1602, lcd
relay-1         | Relay module 1 channel          | actuator     | 5       | 3.3   | gpio      | 70/80    | 1.70  | -               | relay, مرحل, المرحل, ريليه, الريليه
sg90            | SG90 servo                      | actuator     | 5       | 3.3   | pwm       | 120/650  | 2.30  | -               | sg90, servo, سيرفو, السيرفو, محرك سيرفو, محرك مؤازر
pump-5v         | Mini pump 5 V                   | actuator     | 5       | -     | -         | 200/300  | 3.00  | -               | pump, watering, waters, irrigation, irrigate, مضخة, يسقي, سقي, ري
buzzer          | Active buzzer                   | actuator     | 3.3-5   | board | gpio      | 20/30    | 0.60  | -               | buzzer, alarm, جرس, إنذار
led-5mm         | LED 5 mm                        | actuator     | -       | board | gpio      | 10/20    | 0.10  | -               | led
ws2812b-1m      | WS2812B strip 1 m, 30 LED       | actuator     | 5       | 5     | gpio      | 300/1800 | 6.80  | -               | ws2812b, neopixel, led strip
l298n           | L298N motor driver              | actuator     | 5-12    | 5     | gpio pwm  | 36/2000  | 3.20  | -               | l298n, motor driver, motor, مشغل محركات, مشغل المحركات, محرك, محركات, موتور, ماتور
sx1278          | LoRa module SX1278              | connectivity | 3.3     | 3.3   | spi       | 12/120   | 5.90  | -               | sx1278, lora
psu-5v2a        | 5 V 2 A supply                  | power        | 5       | -     | power     | 0/2000   | 5.00  | -               | power supply, adapter, own supply, separate supply, 5v supply, 5 v supply, 5 volt supply, wall adapter, مصدر تغذية, محول كهرباء
battery-18650   | 18650 cell with TP4056 charger  | power        | 3.7     | -     | power     | 0/2000   | 6.20  | -               | 18650, battery, rechargeable, بطارية
battery-2aa     | Holder with 2 AA cells          | power        | 3       | -     | power     | 0/500    | 2.40  | -               | 2 aa, two aa, 2x aa, 2xaa, 2 x aa, pair of aa, بطاريتين aa, بطاريتا aa
battery-3aa     | Holder with 3 AA cells          | power        | 4.5     | -     | power     | 0/500    | 3.20  | -               | 3 aa, three aa, 3x aa, 3xaa, 3 x aa
battery-4aa     | Holder with 4 AA cells          | power        | 6       | -     | power     | 0/500    | 4.00  | -               | 4 aa, four aa, 4x aa, 4xaa, 4 x aa
battery-9v      | 9 V block with clip             | power        | 9       | -     | power     | 0/300    | 3.50  | -               | 9v battery, 9 v battery, 9 volt battery, 9v block, 9 v block, بطارية 9 فولت
buck-mp1584     | MP1584 buck converter           | power        | 4.5-28  | -     | power     | -        | 1.30  | -               | buck, buck converter, step down, step-down, mp1584, خافض جهد, خافض الجهد
boost-mt3608    | MT3608 boost converter          | power        | 2-24    | -     | power     | -        | 1.20  | -               | boost, boost converter, step up, step-up, booster, mt3608, رافع جهد, رافع الجهد, رفع الجهد
level-shift-4   | Level shifter 4 channel         | passive      | 3.3-5   | -     | gpio      | -        | 0.90  | -               | level shifter, محول مستويات
res-220         | Resistor 220 Ω                  | passive      | -       | -     | -         | -        | 0.05  | -               | -
res-4k7         | Resistor 4.7 kΩ                 | passive      | -       | -     | -         | -        | 0.05  | -               | -
res-10k         | Resistor 10 kΩ                  | passive      | -       | -     | -         | -        | 0.05  | -               | -
breadboard-830  | Breadboard 830                  | mechanical   | -       | -     | -         | -        | 3.50  | -               | breadboard, لوحة تجارب, لوحة التجارب
jumper-40       | Jumper wires 40 pcs             | connector    | -       | -     | -         | -        | 2.50  | -               | jumper, jumper wires
`;

const [, ...rows] = TABLE.trim().split('\n');

/** Common parts of electronics, in the order of the table. */
export const catalogue: readonly CataloguePart[] = rows.map(partIn);

const byId = new Map(catalogue.map((part) => [part.id, part]));

/** The part with this id; undefined for an unknown id. */
export function partOf(id: string): CataloguePart | undefined {
  return byId.get(id);
}

/** @throws ZodError for a category or an interface that does not exist. */
function partIn(row: string): CataloguePart {
  const cells = row.split('|').map((cell) => (cell.trim() === '-' ? '' : cell.trim()));
  const [id = '', name = '', category, supply, logic, via = '', current, price, cheaper, aliases] = cells;
  const [min = 0, max = min] = supply?.split('-').map(Number) ?? [];
  const [typical = 0, most = typical] = current?.split('/').map(Number) ?? [];
  const address = via.split(' ').find((word) => word.startsWith('0x'));
  const interfaces = via.split(' ').filter((word) => word !== '' && word !== address);
  return {
    id,
    name,
    aliases: aliases ? aliases.split(', ') : [],
    category: z.enum(partCategories).parse(category),
    ...(supply && { supply: { min, max } }),
    ...(logic && { logic: logic === 'board' ? logic : Number(logic) }),
    interfaces: z.array(z.enum(partInterfaces)).parse(interfaces),
    ...(address && { i2cAddress: address }),
    ...(current && { currentMa: { typical, max: most } }),
    unitPrice: Number(price),
    ...(cheaper && { cheaper }),
  };
}
