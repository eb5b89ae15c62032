import { anySpelling } from '#text';
import { type RoutineTurn } from '#pack-kit';
import { nameIn } from '../../schema/parts/arabic-names.ts';
import { partOf } from '../../schema/parts/catalogue.ts';
import { functionsIn, meaningOf, type Code, type CodeBlock } from '../rules/code-meaning.ts';
import { flowRoutine } from './flow.ts';
import { lineAskedFor } from './line-of-code.ts';
import { say } from './wishes.ts';

const CODE = String.raw`(?:code|firmware|sketch|program|source|main\.cpp|config\.h)`;
const ASKS = [
  new RegExp(
    String.raw`\b(?:explain|describe|walk (?:me|us) through|go through|help (?:me|us) (?:to )?understand|i (?:do not|don'?t) (?:get|understand))\b[^.?!]{0,40}\b${CODE}\b`,
    'iu',
  ),
  new RegExp(
    String.raw`\b(?:what|how) (?:does|do|is|exactly does) (?:the |this |my |our |your |that |all )*(?:\w+ )?${CODE} (?:do|does|doing|work|works|for|mean)\b`,
    'iu',
  ),
  anySpelling(
    /(?:اشرح|فسر|وضح)\p{L}* (?:لي )?(?:ال|هذا ال)?(?:كود|برنامج|شيفرة)|(?:ماذا|ايش|شو|وش) [يت](?:فعل|عمل|سوي) (?:هذا )?(?:ال)?(?:كود|برنامج)|كيف يعمل (?:هذا )?(?:ال)?(?:كود|برنامج)/iu,
  ),
];
/** Lines that are explained of one function. */
const MOST_LINES = 6;

/** Asks what the firmware of the project does, as a whole. */
function asksForMeaning(text: string): boolean {
  return lineAskedFor(text) === undefined && ASKS.some((pattern) => pattern.test(text));
}

/** "Explain the code": what the firmware of the project does, function by function. */
export const explainCode = flowRoutine({
  agents: ['codeGenerator', 'conversational', 'circuitVerifier', 'wiringDiagram'],
  wanted: ({ message }) => asksForMeaning(message.text),
  reads: ({ artifacts }) => ('code' in artifacts ? ['code'] : []),
  work: ({ turn, read }) => {
    const code = read.code?.content as Code | undefined;
    const { files = [], entryPoint } = code ?? {};
    const main = files.find(({ path }) => path === entryPoint) ?? files.at(-1);
    if (!code || !main)
      return say(
        turn,
        'There is no firmware in this project yet: say “write the firmware”, and I can explain it.',
        'لا يوجد برنامج في هذا المشروع بعد: اكتب «اكتب الكود» ثم أشرحه.',
      );
    const others = files.filter((file) => file !== main).map(({ path }) => path);
    return [
      say(turn, `The firmware begins in ${main.path}.`, `يبدأ البرنامج في ${main.path}.`),
      ...(others.length > 0
        ? [
            say(
              turn,
              `Besides there ${others.length > 1 ? 'are' : 'is'} ${others.join(', ')}.`,
              `وإلى جانبه: ${others.join('، ')}.`,
            ),
          ]
        : []),
      ...tellPins(turn, code),
      ...functionsIn(main.content).map((block) => tellFunction(turn, block, code)),
      say(
        turn,
        'Ask for a single line with its number, such as “explain line 5”.',
        'اسأل عن سطر واحد برقمه، مثل «اشرح السطر 5».',
      ),
    ].join('\n');
  },
});

function tellPins(turn: RoutineTurn, { pinMap = [], libraries = [] }: Code): string[] {
  const { language } = turn.message;
  const pins = pinMap.map(({ signal, pin, componentId }) => {
    const part = componentId === undefined ? undefined : partOf(componentId);
    return `${signal} = ${pin}${part ? ` (${nameIn(language, part)})` : ''}`;
  });
  const comma = say(turn, ', ', '، ');
  return [
    ...(pins.length > 0 ? [`- ${say(turn, 'Pins', 'المنافذ')}: ${pins.join(comma)}.`] : []),
    ...(libraries.length > 0
      ? [`- ${say(turn, 'Libraries', 'المكتبات')}: ${libraries.map(({ name }) => name).join(comma)}.`]
      : []),
  ];
}

/** What each of its lines does, as far as their forms are known; the same is told once. */
function tellFunction(
  turn: RoutineTurn,
  { name, from, to, lines }: CodeBlock,
  { pinMap = [] }: Code,
): string {
  const { language } = turn.message;
  const own = lines.filter((line) => /[\p{L}\d]/u.test(line));
  const told = new Set(own.flatMap((line) => meaningOf(line, pinMap, language) ?? []));
  const when =
    name === 'setup'
      ? say(turn, 'runs once, right after power-up', 'تعمل مرة واحدة بعد التشغيل')
      : name === 'loop'
        ? say(turn, 'runs again and again', 'تتكرر ما دامت اللوحة تعمل')
        : say(turn, 'runs when it is called', 'تعمل عند استدعائها');
  const does = [...told].slice(0, MOST_LINES).join(' ');
  return say(
    turn,
    `- ${name} (lines ${from} to ${to}) ${when}. ${does}`.trim(),
    `- ${name} (الأسطر ${from} إلى ${to}) ${when}. ${does}`.trim(),
  );
}
