import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf } from '../../schema/parts/catalogue.ts';

interface SourceFile {
  path: string;
  content: string;
}

/** The firmware of a project, as far as it is explained. */
export interface Code {
  files?: SourceFile[];
  entryPoint?: string;
  libraries?: { name: string }[];
  pinMap?: { signal: string; pin: string; componentId?: string }[];
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

/** What a line of firmware does; undefined for one of no known form. */
export function meaningOf(
  line: string,
  pinMap: NonNullable<Code['pinMap']>,
  language: string,
): string | undefined {
  for (const [form, en, ar] of FORMS) {
    const found = form.exec(line.trim());
    if (!found) continue;
    const { componentId } = pinMap.find(({ signal }) => signal === found[1]) ?? {};
    const part = componentId === undefined ? undefined : partOf(componentId);
    const of = part ? ` (${nameIn(language, part)})` : '';
    return (language === 'ar' ? ar : en)
      .replace('@', of)
      .replaceAll(/\$(\d)/g, (_, place: string) => found[Number(place)]?.trim() ?? '');
  }
  return undefined;
}

/** A function of a source file with the lines in its braces. */
export interface CodeBlock {
  name: string;
  /** From 1, with the brace that ends it. */
  from: number;
  to: number;
  lines: string[];
}

const FUNCTION = /^(?:static )?[A-Za-z_][\w<>:]* [*&]?(\w+)\([^;]*\)\s*\{$/u;

/** The functions of a file, which begin at the margin and end with a brace there. */
export function functionsIn(content: string): CodeBlock[] {
  const all = content.split('\n');
  return all.flatMap((line, at) => {
    const name = FUNCTION.exec(line)?.[1];
    const length = name === undefined ? -1 : all.slice(at).findIndex((one) => one.startsWith('}'));
    if (name === undefined || length < 0) return [];
    return [{ name, from: at + 1, to: at + length + 1, lines: all.slice(at + 1, at + length) }];
  });
}
