import { anySpelling, westernDigits, withDigits } from '#text';
import { meaningOf, type Code } from '../rules/code-meaning.ts';
import { flowRoutine } from './flow.ts';
import { say } from './wishes.ts';

const ASKS_LINE = anySpelling(
  /\b(?:what(?:'s|s| is| does| do)|explain|why|tell me|show|describe|i (?:do not|don'?t) (?:get|understand)|meaning of|happens)\b[^?!]*?\blines? (?:number |no\.? |#)?(\d{1,4})\b|^\W*(?:and |ok |so )*(?:what about )?line (?:number |#)?(\d{1,4})\W*$|(?:ماذا|ما|اشرح|ما معنى|وش|شو)[^؟]*?(?:السطر|سطر)(?: رقم)? (\d{1,4})(?!\d)/iu,
);
const PATH = /\b(?:[\w.-]+\/)*[\w-]+\.(?:cpp|c|h|hpp|ino|py)\b/iu;

/** "Line one", "the first line", "السطر الأول": -1 for the last. */
const PLACES: [RegExp, number][] = [
  [/\b(?:first|1st) line\b|\bline one\b|(?:السطر|سطر) (?:ال)?(?:أول|واحد)/iu, 1],
  [/\b(?:second|2nd) line\b|السطر الثاني/iu, 2],
  [/\b(?:third|3rd) line\b|السطر الثالث/iu, 3],
  [/\blast line\b|السطر الأخير/iu, -1],
];
const ASKS_ABOUT = anySpelling(
  /\b(?:what|explain|why|tell me|describe|meaning)\b|(?<!\p{L})(?:ماذا|ما|اشرح|وش|شو)(?!\p{L})/iu,
);

/** The line that a message asks about, from 1; -1 for the last. */
export function lineAskedFor(text: string): number | undefined {
  const place = PLACES.find(([words]) => anySpelling(words).test(text));
  if (place && ASKS_ABOUT.test(text)) return place[1];
  const found = ASKS_LINE.exec(westernDigits(withDigits(text)));
  const line = Number(found?.slice(1).find(Boolean) ?? Number.NaN);
  return Number.isInteger(line) && line > 0 ? line : undefined;
}

/** "What does line 3 do?": of the code of the project, as it stands there. */
export const tellLineOfCode = flowRoutine({
  agents: ['codeGenerator', 'conversational', 'circuitVerifier', 'wiringDiagram'],
  wanted: ({ message }) => lineAskedFor(message.text) !== undefined,
  reads: ({ artifacts }) => ('code' in artifacts ? ['code'] : []),
  work: ({ turn, read }) => {
    const { text, language } = turn.message;
    const asked = lineAskedFor(text) ?? 1;
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
    const number = asked < 0 ? lines.length : asked;
    const line = lines[number - 1];
    if (line === undefined)
      return say(
        turn,
        `${file.path} has ${lines.length} lines only.`,
        `في ${file.path} ${lines.length} سطرا فقط.`,
      );
    const head = say(turn, `Line ${number} of ${file.path}:`, `السطر ${number} من ${file.path}:`);
    const meaning =
      meaningOf(line, pinMap, language) ??
      say(
        turn,
        'I cannot explain it word by word here; the names in it are those of the parts and of their libraries.',
        'لا أستطيع شرحه كلمة كلمة هنا؛ والأسماء فيه أسماء القطع ومكتباتها.',
      );
    return [head, ...(line.trim() === '' ? [] : ['```', line.trim(), '```']), meaning].join('\n');
  },
});
