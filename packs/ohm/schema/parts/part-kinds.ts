import { anySpelling } from '#text';
import { catalogue, type CataloguePart } from './catalogue.ts';

/** What several parts of the catalogue are called together. */
export interface PartKind {
  /** The whole of what is asked for, without an article. */
  named: RegExp;
  en: string;
  ar: string;
  parts: readonly CataloguePart[];
}

const ofCategory = (category: CataloguePart['category']) =>
  catalogue.filter((part) => part.category === category);
const withIds = (pattern: RegExp) => catalogue.filter(({ id }) => pattern.test(id));

const KINDS: readonly PartKind[] = [
  {
    named: anySpelling(/^(?:(?:dc|electric|small|stepper) )?motors?$|^(?:ال)?(?:محرك|محركات|موتور|ماتور)$/iu),
    en: 'A motor turns electricity into movement. It takes more current than a pin gives, so a driver or a relay stands between it and the board.',
    ar: 'المحرك يحول الكهرباء إلى حركة. يستهلك تيارا أكبر مما يعطيه المنفذ، فيوضع بينه وبين اللوحة مشغل أو مرحل.',
    parts: withIds(/^(?:sg90|pump-5v|l298n)$/),
  },
  {
    named: anySpelling(/^sensors?$|^(?:ال)?(?:حساس|حساسات|مستشعر|مستشعرات)$/iu),
    en: 'A sensor turns something that it notices, such as warmth, light or a distance, into a signal that the board reads.',
    ar: 'الحساس يحول ما يلاحظه، مثل الحرارة أو الضوء أو المسافة، إلى إشارة تقرؤها اللوحة.',
    parts: ofCategory('sensor'),
  },
  {
    named: anySpelling(
      /^(?:(?:microcontroller|development|dev|main) )?(?:boards?|microcontrollers?|micro controllers?|controllers?|mcu)$|^(?:ال)?(?:لوحة|لوحة التحكم|لوحة تحكم|متحكم|متحكم دقيق|المتحكم الدقيق)$/iu,
    ),
    en: 'A microcontroller board is the small computer of the device: it runs the firmware, reads the sensors and switches the rest over its pins.',
    ar: 'لوحة التحكم هي حاسوب الجهاز الصغير: تشغل البرنامج وتقرأ الحساسات وتتحكم بالباقي عبر منافذها.',
    parts: ofCategory('mcu'),
  },
  {
    named: anySpelling(/^(?:displays?|screens?)$|^(?:ال)?(?:شاشة|شاشات)$/iu),
    en: 'A display shows text or pictures that the board sends to it.',
    ar: 'الشاشة تعرض النصوص أو الرسوم التي ترسلها اللوحة.',
    parts: ofCategory('display'),
  },
  {
    named: anySpelling(/^(?:batter(?:y|ies)|battery (?:holder|pack))$|^(?:ال)?(?:بطارية|بطاريات)$/iu),
    en: 'A battery feeds the device where there is no plug. What counts is its voltage, the current that it can give, and its capacity (mAh).',
    ar: 'البطارية تغذي الجهاز حيث لا مقبس. المهم جهدها والتيار الذي تعطيه وسعتها (mAh).',
    parts: withIds(/^battery-/),
  },
  {
    named: anySpelling(/^(?:actuators?)$|^(?:ال)?(?:مشغل ميكانيكي|مشغلات)$/iu),
    en: 'An actuator does something that the board tells it: it moves, lights, sounds or switches.',
    ar: 'المشغل ينفذ ما تأمره به اللوحة: يحرك أو يضيء أو يصدر صوتا أو يفتح دائرة.',
    parts: ofCategory('actuator'),
  },
  {
    named: anySpelling(/^resistors?$|^(?:ال)?(?:مقاومة|مقاومات)$/iu),
    en: 'A resistor lets only little current through: it keeps the current of an LED small, or holds a line at a level.',
    ar: 'المقاومة لا تمرر إلا تيارا صغيرا: تبقي تيار الضوء صغيرا أو تثبت الخط عند مستوى.',
    parts: withIds(/^res-/),
  },
];

/** The kind that a name stands for: "motor", "sensor", "شاشة". */
export function partKindOf(name: string): PartKind | undefined {
  return KINDS.find(({ named }) => named.test(name.trim()));
}
