import { normalizedWords } from '#text';

/** All words with which somebody asks about the homes that were shown, why these and which of them, and about nothing else. */
const OF_THE_SHOWN = new Set(
  normalizedWords(
    `why how come what makes did do does you were was are is have has it this that these those them they the a an so and but ok okay
     only just exactly particular particularly specific specifically in of for on to me us i we one ones two three four five first
     second third fourth fifth last 1st 2nd 3rd choose chose chosen pick picked picking select selected show showed shown showing give
     gave given list listed listing recommend recommended recommending suggest suggested suggesting sort sorted order ordered rank
     ranked find found best top result results option options flat flats apartment apartments villa villas house houses home homes
     property properties good better special criteria reason reasons your based basis which not others other ones
     فيه فيها في عندكم لديكم عندك لديك لماذا ليش ليه علاش كيف اخترت اخترتها اخترتم اخترته عرضت عرضتها عرضتم رشحت رشحتها على أي أساس بناء ماذا ما السبب وش شو المعيار
     هذه هذا هذي هؤلاء تلك بالذات تحديدا الأولى الأول الثانية الثالثة الرابعة الخامسة هي هو و فقط دون غيرها الأفضل أفضل الشقق الشقة الفلل الفيلا العقارات النتائج
     s re d ll ve would should can could please tell think say see take go prefer advise choice pick value deal money worth nicest than other and or
     with from there anything something any is much more most bit little even also space compared looking need want option recommendation
     recommendations favourite favorite opinion advice whats ones least our my now still
     أيها أيهم أيهن أيهما أي منها بينها واحد واحدة خيار تنصح تنصحني تنصحون ترشح ترشحون رشح تقترح تختار أختار انصحني بماذا بم الذي أحسن أنت برأيك رأيك هل يوجد شيء لي لنا منهم هن`,
  ),
);

/** Whether a normalised message says no more than that; Arabic writes "and", "with" and "for" onto words. */
export function speaksOfShown(normalized: string): boolean {
  return normalized
    .split(' ')
    .every((word) => word === '' || OF_THE_SHOWN.has(word) || OF_THE_SHOWN.has(word.replace(/^[وبل]/, '')));
}
