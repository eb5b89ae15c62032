import { pinsOfWiring } from '../../schema/artifacts/pin-names.ts';
import type { Bom } from '../../schema/artifacts/bom.kind.ts';
import type { Wiring } from '../../schema/artifacts/wiring.kind.ts';
import { firmwareFor, intervalIn, type Firmware } from '../rules/firmware.ts';
import { flowRoutine, SUMMARY, writing, type Work } from './flow.ts';
import { makes, say } from './wishes.ts';

const HEADER = 'src/config.h';
const MAIN = 'src/main.cpp';
const SOURCE_PATH = /(?:[\w.-]+\/)*[\w-]+\.(?:cpp|c|h|hpp|ino|py)\b/gi;

/** A file beside these two: what stands in it is not in the wiring. */
const OTHER_FILE = /\b(?:file for|own file|(?:new|separate|another) (?:source )?file)\b|ملف جديد|ملفا ل/iu;

function namesOtherFile(text: string): boolean {
  const paths = text.match(SOURCE_PATH) ?? [];
  return OTHER_FILE.test(text) || paths.some((path) => path !== HEADER && path !== MAIN);
}

/** Writes the firmware from the wiring, one file at a time. */
export const newCode = flowRoutine({
  agents: ['codeGenerator'],
  wanted: (turn) => makes(turn) && !namesOtherFile(turn.message.text),
  reads: (turn) => ['bom', 'wiring', SUMMARY, ...('code' in turn.artifacts ? ['code'] : [])],
  work: ({ turn, read }): Work | string => {
    const wiring = read.wiring?.content as Wiring | undefined;
    if (!wiring) {
      const bom = read.bom?.content as Bom | undefined;
      return bom
        ? say(
            turn,
            'There is no wiring yet, and the code takes its pins from there. Have me wire it first.',
            'لا توجد توصيلات بعد، والكود يأخذ المنافذ منها. اطلب مني التوصيل أولا.',
          )
        : say(
            turn,
            'There is neither a parts list nor a wiring yet. Have me put together the parts first.',
            'لا توجد قائمة قطع ولا توصيلات بعد. اطلب مني القطع أولا.',
          );
    }
    const interval = [turn.message.text, ...turn.said.toReversed()]
      .map(intervalIn)
      .find((one) => one !== undefined);
    const firmware = firmwareFor(wiring, interval);
    const { header, main, libraries } = firmware;
    const pins = pinsOfWiring(wiring).map(({ name, pin }) => `${name} = ${pin}`);
    return {
      calls: [
        { tool: 'add_code_file', arguments: { filename: HEADER, content: header } },
        writing('code', main, { path: MAIN }),
        writing('code', besideFiles(firmware, read.code?.content), { strategy: 'merge' }),
      ],
      drawer: 'code',
      reply: () =>
        [
          say(
            turn,
            `${HEADER} and ${MAIN} are written. Pins, as wired:`,
            `كتبت ${HEADER} و ${MAIN}. المنافذ كما هي موصولة:`,
          ),
          ...pins.map((pin) => `- ${pin}`),
          ...(libraries.length > 0
            ? [`${say(turn, 'Libraries', 'المكتبات')}: ${libraries.join(say(turn, ', ', '، '))}.`]
            : []),
          say(
            turn,
            'The loop works in time slices and never waits.',
            'الحلقة تعمل على فترات ولا تنتظر أبدا.',
          ),
        ].join('\n'),
    };
  },
});

/** What stands beside the files; pins that are wired no more go. */
function besideFiles({ platform, libraries, pinMap }: Firmware, before: unknown) {
  const { pinMap: mapped = [] } = (before ?? {}) as { pinMap?: { signal: string }[] };
  const gone = mapped.filter(({ signal }) => !pinMap.some((one) => one.signal === signal));
  return {
    entryPoint: MAIN,
    platform,
    libraries: libraries.map((name) => ({ name })),
    pinMap: [...pinMap, ...gone.map(({ signal }) => ({ signal, _delete: true }))],
  };
}
