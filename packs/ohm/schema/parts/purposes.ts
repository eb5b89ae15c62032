/** What parts are for, as somebody is told who hears of them for the first time. */
const PURPOSES: Readonly<Record<string, [en: string, ar: string]>> = {
  'esp32-devkit': [
    'a microcontroller board with Wi-Fi and Bluetooth: it runs the firmware, reads the sensors and switches the rest',
    'لوحة متحكم فيها واي فاي وبلوتوث: تشغل البرنامج وتقرأ الحساسات وتتحكم بالباقي',
  ],
  'esp8266-nodemcu': [
    'a small microcontroller board with Wi-Fi: it runs the firmware and has fewer pins than an ESP32',
    'لوحة متحكم صغيرة فيها واي فاي: تشغل البرنامج ومنافذها أقل من ESP32',
  ],
  'arduino-uno': [
    'a microcontroller board for beginners: it runs the firmware, at 5 V and without Wi-Fi',
    'لوحة متحكم للمبتدئين: تشغل البرنامج بجهد 5 فولت ومن دون واي فاي',
  ],
  'arduino-nano': [
    'a small Arduino board that fits on a breadboard',
    'لوحة أردوينو صغيرة تركب على لوحة التجارب',
  ],
  'rpi-pico-w': ['a microcontroller board with Wi-Fi', 'لوحة متحكم فيها واي فاي'],
  ds18b20: [
    'a temperature sensor on a cable; several of them share one wire',
    'حساس حرارة بسلك، وتتشارك عدة حساسات منه سلكا واحدا',
  ],
  dht22: ['a sensor for temperature and humidity of the air', 'حساس لحرارة الهواء ورطوبته'],
  dht11: ['a cheap, coarse sensor for temperature and humidity', 'حساس رخيص وأقل دقة للحرارة والرطوبة'],
  bme280: ['a sensor for temperature, humidity and air pressure', 'حساس للحرارة والرطوبة وضغط الهواء'],
  'soil-cap': ['a sensor that tells how wet soil is', 'حساس يقيس رطوبة التربة'],
  bh1750: ['a sensor that measures how bright it is, in lux', 'حساس يقيس شدة الإضاءة'],
  ldr: [
    'a resistor that changes with light: it tells dark from bright',
    'مقاومة تتغير مع الضوء فتميز العتمة من النور',
  ],
  'hc-sr04': ['a sensor that measures a distance by sound', 'حساس يقيس المسافة بالصوت'],
  'hc-sr501': [
    'a sensor that notices people by their warmth when they move',
    'حساس يلاحظ حركة الأشخاص من حرارتهم',
  ],
  mq135: ['a sensor that notices gases and bad air', 'حساس يلاحظ الغازات والهواء الفاسد'],
  mpu6050: ['a sensor for acceleration and turning', 'حساس للتسارع والدوران'],
  'hx711-cell': ['a scale: a load cell with the amplifier that reads it', 'ميزان: خلية وزن مع مضخمها'],
  neo6m: ['a GPS receiver: it tells where the device is', 'مستقبل GPS يحدد مكان الجهاز'],
  rc522: ['a reader for RFID cards and tags', 'قارئ بطاقات RFID'],
  'water-level': ['a board that notices water on it', 'لوحة تلاحظ وجود الماء عليها'],
  'reed-switch': [
    'a switch that a magnet closes: it tells whether a door is open',
    'مفتاح يغلقه المغناطيس فيعرف هل الباب مفتوح',
  ],
  button: ['a button to press', 'زر للضغط'],
  ssd1306: ['a small bright display for text and pictures', 'شاشة صغيرة للنصوص والرسوم'],
  'lcd1602-i2c': ['a display with two lines of 16 letters', 'شاشة من سطرين في كل منهما 16 حرفا'],
  'relay-1': [
    'a switch that the board works with a small current: with it a pump, a lamp or a motor is switched that a pin cannot feed itself',
    'مفتاح تشغله اللوحة بتيار صغير: به تشغل مضخة أو مصباحا أو محركا لا يستطيع المنفذ تغذيته',
  ],
  sg90: [
    'a motor that turns to an angle and holds it: for flaps, locks and small arms',
    'محرك يدور إلى زاوية ويثبت عليها: للأبواب الصغيرة والأقفال والأذرع',
  ],
  'pump-5v': ['a small pump for water', 'مضخة ماء صغيرة'],
  buzzer: ['a part that beeps as soon as it gets power', 'قطعة تصدر صوتا متى وصلتها الكهرباء'],
  'led-5mm': ['a small light; it needs a resistor before it', 'ضوء صغير يحتاج إلى مقاومة قبله'],
  'ws2812b-1m': ['a strip of lights each of which takes a colour of its own', 'شريط أضواء لكل منها لون خاص'],
  l298n: [
    'a driver that stands between board and motors: it gives them their current and turns them both ways',
    'مشغل يقف بين اللوحة والمحركات: يعطيها تيارها ويديرها في الاتجاهين',
  ],
  sx1278: ['a radio for short messages over kilometres', 'لاسلكي للرسائل القصيرة عبر كيلومترات'],
  'psu-5v2a': ['a power supply for the wall socket that gives 5 V', 'مزود طاقة من المقبس يعطي 5 فولت'],
  'battery-18650': ['a battery that can be charged, with its charger', 'بطارية قابلة للشحن مع شاحنها'],
  'battery-2aa': ['a holder for two AA batteries', 'حامل لبطاريتين AA'],
  'battery-3aa': ['a holder for three AA batteries', 'حامل لثلاث بطاريات AA'],
  'battery-4aa': ['a holder for four AA batteries', 'حامل لأربع بطاريات AA'],
  'battery-9v': ['a 9 V block: for small currents only', 'بطارية 9 فولت للتيارات الصغيرة فقط'],
  'buck-mp1584': ['a converter that makes a lower voltage of a higher one', 'محول يخفض الجهد'],
  'boost-mt3608': ['a converter that makes a higher voltage of a lower one', 'محول يرفع الجهد'],
  'level-shift-4': [
    'a part between 5 V parts and 3.3 V pins that passes signals on at the right voltage',
    'قطعة بين قطع 5 فولت ومنافذ 3.3 فولت تنقل الإشارات بالجهد المناسب',
  ],
  'res-220': ['a resistor: it keeps the current of an LED small', 'مقاومة تبقي تيار الضوء صغيرا'],
  'res-4k7': ['a resistor that holds a data line high', 'مقاومة تبقي خط البيانات مرتفعا'],
  'res-10k': ['a resistor that holds a line at a level', 'مقاومة تبقي الخط عند مستوى ثابت'],
  'breadboard-830': [
    'a board with holes in rows: parts and wires are put in without soldering',
    'لوحة بثقوب في صفوف تركب عليها القطع والأسلاك من دون لحام',
  ],
  'jumper-40': ['wires that connect parts without soldering', 'أسلاك تصل القطع من دون لحام'],
};

export function purposeOf(id: string, language: string): string | undefined {
  const [en, ar] = PURPOSES[id] ?? [];
  return language === 'ar' ? ar : en;
}
