import { catalogue } from '../parts/catalogue.ts';
import { nameIn } from '../parts/arabic-names.ts';

/** A part by the name or the id that a warning calls it by. */
export function arabicName(called: string): string {
  const part = catalogue.find(({ id, name }) => id === called || name === called);
  return part ? nameIn('ar', part) : called;
}

const all = (names: string, by: RegExp | string) => names.split(by).map(arabicName).join('، ');

/** What the checks say (`bom-checks`, `wiring-checks`, `wiring.kind`, `code.kind`), and the same in Arabic. */
const SENTENCES: [english: RegExp, arabic: (...parts: string[]) => string][] = [
  [/^No board with a microcontroller/, () => 'لا توجد لوحة تحكم في القائمة.'],
  [
    /^(.+) needs (.+) V; the board gives 3\.3 V and 5 V\.$/,
    (name, range) =>
      `${arabicName(name)}: يحتاج إلى ${range.replace(' to ', ' إلى ')} فولت، واللوحة تعطي 3.3 و5 فولت.`,
  ],
  [
    /^(.+) puts (.+) V on pins of (.+), which take 3\.3 V: add a level shifter\.$/,
    (name, volts, board) =>
      `${arabicName(name)}: يعطي ${volts} فولت على منافذ ${arabicName(board)} التي تتحمل 3.3 فولت؛ أضف محول مستويات.`,
  ],
  [
    /^(.+) puts (.+) V on a pin of (.+), which takes (.+) V\.$/,
    (name, volts, board, most) =>
      `${arabicName(name)}: يعطي ${volts} فولت على منفذ في ${arabicName(board)} يتحمل ${most} فولت.`,
  ],
  [
    /^(\d+) parts have the I2C address (\S+): (.+)\.$/,
    (count, address, names) => `${count} قطع لها عنوان I2C نفسه ${address}: ${all(names, ' and ')}.`,
  ],
  [
    /^All parts together may take (\S+) mA; the supply gives (\S+) mA\.$/,
    (taken, given) => `قد تستهلك القطع معا ${taken} ملي أمبير، والمصدر يعطي ${given}.`,
  ],
  [/^No price is known for (.+)\.$/, (names) => `لا سعر معروف لـ: ${all(names, ', ')}.`],
  [
    /^Pin (.+) of (.+) is used by (.+)\.$/,
    (pin, board, uses) =>
      `المنفذ ${pin} في ${arabicName(board)} مستعمل لأكثر من إشارة: ${uses.split(' and ').join('، ')}.`,
  ],
  [/^(.+) is not in the parts list\.$/, (id) => `${arabicName(id)}: ليس في قائمة القطع.`],
  [/^(.+) has no supply line\.$/, (name) => `${arabicName(name)}: لا خط تغذية له.`],
  [/^(.+) has no ground line\.$/, (name) => `${arabicName(name)}: لا خط أرضي له.`],
  [
    /^The data line of (.+) has no pull-up resistor\.$/,
    (name) => `${arabicName(name)}: خط البيانات بلا مقاومة رفع.`,
  ],
  [
    /^The parts list has (.+), and the wiring does not\.$/,
    (names) => `في قائمة القطع ما ليس في التوصيلات: ${all(names, ', ')}.`,
  ],
  [
    /^The wiring was drawn for (?:no parts list|version (\d+) of the parts list), which is at version (\d+) now\.$/,
    (_, now) => `رُسمت التوصيلات قبل النسخة ${now} من قائمة القطع.`,
  ],
  [
    /^(.+) has (\S+) on pin (\S+); the wiring has (\S+)\.$/,
    (file, name, pin, wired) =>
      `${file === 'The pin map' ? 'جدول المنافذ' : file}: ${name} على المنفذ ${pin}، وفي التوصيلات ${wired}.`,
  ],
];

/** A warning of the checks in the language of a reply, with its code where it has one. */
export function warningIn(language: string, warning: string): string {
  if (language !== 'ar') return warning;
  const message = warning.replace(/^[A-Z0-9_]+: /, '');
  for (const [english, arabic] of SENTENCES) {
    const found = english.exec(message);
    if (found) return arabic(...found.slice(1).map((part) => part ?? ''));
  }
  return warning;
}
