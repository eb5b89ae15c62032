/** What parts are called in Arabic; their type stays as it is printed on them. */
const NAMES: Readonly<Record<string, string>> = {
  'esp32-devkit': 'لوحة التحكم ESP32',
  'esp8266-nodemcu': 'لوحة التحكم ESP8266',
  'arduino-uno': 'لوحة التحكم أردوينو Uno',
  'arduino-nano': 'لوحة التحكم أردوينو Nano',
  'rpi-pico-w': 'لوحة التحكم Pico W',
  ds18b20: 'حساس الحرارة DS18B20',
  dht22: 'حساس الحرارة والرطوبة DHT22',
  dht11: 'حساس الحرارة والرطوبة DHT11',
  bme280: 'حساس المناخ BME280',
  'soil-cap': 'حساس رطوبة التربة',
  bh1750: 'حساس الضوء BH1750',
  ldr: 'مقاومة ضوئية',
  'hc-sr04': 'حساس المسافة HC-SR04',
  'hc-sr501': 'حساس الحركة HC-SR501',
  mq135: 'حساس جودة الهواء MQ-135',
  mpu6050: 'حساس التسارع MPU-6050',
  'hx711-cell': 'ميزان HX711',
  neo6m: 'مستقبل تحديد الموقع NEO-6M',
  rc522: 'قارئ البطاقات RC522',
  'water-level': 'حساس ماء',
  'reed-switch': 'مفتاح مغناطيسي للباب',
  button: 'زر ضغط',
  ssd1306: 'شاشة صغيرة SSD1306',
  'lcd1602-i2c': 'شاشة نصية LCD',
  'relay-1': 'مرحل كهربائي',
  sg90: 'محرك مؤازر SG90',
  'pump-5v': 'مضخة صغيرة',
  buzzer: 'جرس إنذار',
  'led-5mm': 'مصباح صغير LED',
  'ws2812b-1m': 'شريط أضواء WS2812B',
  l298n: 'مشغل المحركات L298N',
  sx1278: 'وحدة اتصال بعيد LoRa',
  'psu-5v2a': 'مصدر تغذية ٥ فولت',
  'battery-18650': 'بطارية قابلة للشحن',
  'battery-2aa': 'حامل بطاريتي AA',
  'battery-3aa': 'حامل 3 بطاريات AA',
  'battery-4aa': 'حامل 4 بطاريات AA',
  'battery-9v': 'بطارية ٩ فولت',
  'buck-mp1584': 'خافض الجهد MP1584',
  'boost-mt3608': 'رافع الجهد MT3608',
  'level-shift-4': 'محول مستويات الإشارة',
  'res-220': 'مقاومة ٢٢٠ أوم',
  'res-4k7': 'مقاومة ٤٫٧ كيلو أوم',
  'res-10k': 'مقاومة ١٠ كيلو أوم',
  'breadboard-830': 'لوحة تجارب',
  'jumper-40': 'أسلاك توصيل',
};

/** Pins that are called by what they are. */
const PINS: [english: RegExp, arabic: string][] = [
  [/\banode\b/, 'المصعد'],
  [/\bcathode\b/, 'المهبط'],
  [/\(through ([\d.]+) (k?)Ω\)/, '(عبر مقاومة $1 $2Ω)'],
];

/** A pin in the language of a reply; what is printed on the part stays. */
export function pinNameIn(language: string, pin: string): string {
  if (language !== 'ar') return pin;
  return PINS.reduce((name, [english, arabic]) => name.replace(english, arabic), pin).replace(' Ω', ' أوم');
}

/** The name of a part in the language of a reply. */
export function nameIn(language: string, part: { id: string; name: string }): string {
  return (language === 'ar' && NAMES[part.id]) || part.name;
}
