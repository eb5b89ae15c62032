import { anySpelling, westernDigits, withDigits } from '#tools';
import { partOf } from '../parts/catalogue.ts';
import { nameIn } from '../parts/arabic-names.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const ASKS_LINE = anySpelling(
  /\b(?:what(?:'s|s| is| does| do)|explain|why|tell me|show|describe|i (?:do not|don'?t) (?:get|understand)|meaning of|happens)\b[^?!]*?\blines? (?:number |no\.? |#)?(\d{1,4})\b|^\W*(?:and |ok |so )*(?:what about )?line (?:number |#)?(\d{1,4})\W*$|(?:ماذا|ما|اشرح|ما معنى|وش|شو)[^؟]*?(?:السطر|سطر)(?: رقم)? (\d{1,4})(?!\d)/iu,
);
const PATH = /\b(?:[\w.-]+\/)*[\w-]+\.(?:cpp|c|h|hpp|ino|py)\b/iu;

interface SourceFile {
  path: string;
  content: string;
}
interface Code {
  files?: SourceFile[];
  entryPoint?: string;
  pinMap?: { signal: string; pin: string; componentId?: string }[];
}

export function lineAskedFor(text: string): number | undefined {
  const found = ASKS_LINE.exec(westernDigits(withDigits(text)));
  const line = Number(found?.slice(1).find(Boolean) ?? Number.NaN);
  return Number.isInteger(line) && line > 0 ? line : undefined;
}

/** What a line of firmware does, by its form; the first that fits. `$1` … are what stands in it. */
const FORMS: [RegExp, en: string, ar: string][] = [
  [/^$/u, 'It is empty: it sets what follows apart.', 'سطر فارغ يفصل ما بعده.'],
  [/^\/\/\s*(.*)/u, 'It is a note for people; the board ignores it.', 'ملاحظة للقراءة، وتتجاهلها اللوحة.'],
  [
    /^#pragma once/u,
    'The file is taken in only once, however many others ask for it.',
    'يُضم الملف مرة واحدة مهما طُلب.',
  ],
  [
    /^#include\s*[<"]([^>"]+)[>"]/u,
    'It takes in $1, so that what is defined there can be used here.',
    'يضم $1 لاستعمال ما فيه هنا.',
  ],
  [
    /^(?:#define\s+|(?:static\s+)?const(?:expr)?\s+\w+\s+)(PIN_?\w*|\w*_PIN)\s*=?\s*([^;]+);?/u,
    'It names the pin $2 of the board $1@.',
    'يسمي المنفذ $2 من اللوحة $1@.',
  ],
  [
    /^(?:#define\s+|(?:static\s+)?const(?:expr)?\s+\w+\s+)(\w+)\s*=?\s*([^;]+);?/u,
    'It sets the constant $1 to $2.',
    'يضبط الثابت $1 على $2.',
  ],
  [
    /^void setup\(\)/u,
    'Here begins what runs once, right after power-up.',
    'هنا يبدأ ما يعمل مرة واحدة بعد التشغيل.',
  ],
  [
    /^void loop\(\)/u,
    'Here begins what runs again and again as long as the board has power.',
    'هنا يبدأ ما يتكرر ما دامت اللوحة تعمل.',
  ],
  [
    /^void (\w+)\(/u,
    'Here begins the function $1: its lines run when it is called.',
    'هنا تبدأ الدالة $1: تعمل أسطرها عند استدعائها.',
  ],
  [
    /Serial\.begin\((\d+)\)/u,
    'It opens the serial connection to the computer at $1 baud.',
    'يفتح الاتصال التسلسلي مع الحاسوب بسرعة $1.',
  ],
  [/Wire\.(?:begin|set)/u, 'It starts the I2C bus on its pins.', 'يشغل ناقل I2C على منافذه.'],
  [/SPI\.begin/u, 'It starts the SPI bus.', 'يشغل ناقل SPI.'],
  [/pinMode\(([\w.]+),\s*(\w+)\)/u, 'It sets the pin $1@ to $2.', 'يضبط المنفذ $1@ على $2.'],
  [/digitalWrite\(([\w.]+),\s*([^)]+)\)/u, 'It sets the pin $1@ to $2.', 'يضع المنفذ $1@ على $2.'],
  [
    /(\w+)\.begin\(/u,
    'It starts $1, and says so on the serial monitor where it does not answer.',
    'يشغل $1.',
  ],
  [
    /report\("([^"]+)"/u,
    'It reads $1 and reports it on the serial monitor.',
    'يقرأ $1 ويعرضه على شاشة المراقبة التسلسلية.',
  ],
  [/(?:analogRead|digitalRead)\(([\w.]+)\)/u, 'It reads the pin $1@.', 'يقرأ المنفذ $1@.'],
  [/Serial\.print(?:ln)?\(/u, 'It writes to the serial monitor.', 'يكتب على شاشة المراقبة التسلسلية.'],
  [
    /millis\(\)/u,
    'It takes the time since power-up, in milliseconds.',
    'يأخذ الوقت منذ التشغيل بالملي ثانية.',
  ],
  [/^for\s*\(/u, 'It repeats the lines in its braces.', 'يكرر الأسطر بين القوسين.'],
  [
    /^if\s*\(/u,
    'It does what follows only if the condition in brackets holds.',
    'ينفذ ما بعده إذا تحقق الشرط بين القوسين.',
  ],
  [
    /^yield\(\)/u,
    'It lets the board do its own work, such as Wi-Fi.',
    'يترك للوحة وقتا لعملها مثل الواي فاي.',
  ],
  [
    /^(?!return|else|case|break|continue)([A-Za-z_]\w*(?:<[^>]*>)?) (\w+)(?:\[\])?\s*(?:[;(=]|$)/u,
    'It makes $2, of the kind $1, for the lines below.',
    'ينشئ $2 من النوع $1 للأسطر التالية.',
  ],
  [/^[\]})];?,?;?$/u, 'It ends what was begun above.', 'يُنهي ما بدأ أعلاه.'],
];

/** "What does line 3 do?": of the code of the project, as it stands there. */
export const tellLineOfCode = flowRoutine({
  agents: ['codeGenerator', 'conversational', 'circuitVerifier', 'wiringDiagram'],
  wanted: ({ message }) => lineAskedFor(message.text) !== undefined,
  reads: ({ artifacts }) => ('code' in artifacts ? ['code'] : []),
  work: ({ turn, read }) => {
    const { text, language } = turn.message;
    const number = lineAskedFor(text) ?? 1;
    const { files = [], entryPoint, pinMap = [] } = (read.code?.content ?? {}) as Code;
    const named = PATH.exec(text)?.[0]?.toLowerCase();
    const isHeader = /\b(?:config|header)\b/iu.test(text);
    const file =
      files.find(({ path }) => named !== undefined && path.toLowerCase().endsWith(named)) ??
      files.find(({ path }) => isHeader && path.endsWith('.h')) ??
      files.find(({ path }) => path === entryPoint) ??
      files[0];
    if (!file)
      return say(
        turn,
        'There is no firmware in this project yet: say “write the firmware”, and I can tell what its lines do.',
        'لا يوجد برنامج في هذا المشروع بعد: اكتب «اكتب الكود» ثم أشرح أسطره.',
      );
    const lines = file.content.replace(/\n$/u, '').split('\n');
    const line = lines[number - 1];
    if (line === undefined)
      return say(
        turn,
        `${file.path} has ${lines.length} lines only.`,
        `في ${file.path} ${lines.length} سطرا فقط.`,
      );
    const head = say(turn, `Line ${number} of ${file.path}:`, `السطر ${number} من ${file.path}:`);
    return [head, ...(line.trim() === '' ? [] : ['```', line.trim(), '```']), meaning(line.trim())].join(
      '\n',
    );

    function meaning(code: string): string {
      for (const [form, en, ar] of FORMS) {
        const found = form.exec(code);
        if (!found) continue;
        const { componentId } = pinMap.find(({ signal }) => signal === found[1]) ?? {};
        const part = componentId === undefined ? undefined : partOf(componentId);
        const of = part ? ` (${nameIn(language, part)})` : '';
        return say(turn, en, ar)
          .replace('@', of)
          .replaceAll(/\$(\d)/g, (_, place: string) => found[Number(place)]?.trim() ?? '');
      }
      return say(
        turn,
        'I cannot explain it word by word here; the names in it are those of the parts and of their libraries.',
        'لا أستطيع شرحه كلمة كلمة هنا؛ والأسماء فيه أسماء القطع ومكتباتها.',
      );
    }
  },
});
