import { pinsOfWiring } from '../schema/artifacts/pin-names.ts';
import type { Wiring } from '../schema/artifacts/wiring.kind.ts';
import { firmwareFor, type Firmware } from './firmware.ts';
import { flowRoutine, SUMMARY, writing, type Work } from './flow.ts';
import { asks, say } from './requests.ts';

const HEADER = 'src/config.h';
const MAIN = 'src/main.cpp';
/** Writes the firmware from the wiring, one file at a time. */
export const newCode = flowRoutine({
  agents: ['codeGenerator'],
  wanted: (turn) => asks('firmware', turn),
  reads: ({ artifacts }) => ['bom', 'wiring', SUMMARY, ...('code' in artifacts ? ['code'] : [])],
  work: ({ turn, read }): Work | string => {
    const wiring = read.wiring?.content as Wiring | undefined;
    if (!wiring)
      return say(
        turn,
        'There is no wiring yet, and the code takes its pins from it. Say “How do I wire it?” first.',
        'لا توجد توصيلات بعد، والكود يأخذ المنافذ منها. اكتب أولا «كيف أوصل القطع؟».',
      );
    if (wiring.connections.some(({ to }) => to.pin.endsWith('(2)')))
      return say(
        turn,
        'Without a real model I write firmware only for one part of each kind.',
        'دون نموذج حقيقي لا أكتب برنامجا إلا لقطعة واحدة من كل نوع.',
      );
    const firmware = firmwareFor(wiring);
    const { header, main, libraries, without } = firmware;
    return {
      calls: [
        { tool: 'add_code_file', arguments: { filename: HEADER, content: header } },
        writing('code', main, { path: MAIN }),
        writing('code', fieldsOf(firmware, read.code?.content), { strategy: 'merge' }),
      ],
      drawer: 'code',
      reply: () =>
        [
          say(
            turn,
            `${HEADER} and ${MAIN} are written. Pins, as wired:`,
            `كتبت ${HEADER} و ${MAIN}. المنافذ كما هي موصولة:`,
          ),
          ...pinsOfWiring(wiring).map(({ name, pin }) => `- ${name} = ${pin}`),
          ...(libraries.length > 0
            ? [`${say(turn, 'Libraries', 'المكتبات')}: ${libraries.join(say(turn, ', ', '، '))}.`]
            : []),
          ...(without.length > 0
            ? [say(turn, `No code for: ${without.join(', ')}.`, `بلا كود: ${without.join('، ')}.`)]
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

/** The fields of the code artifact beside its files; pins that are no longer wired are removed. */
function fieldsOf({ platform, libraries, pinMap }: Firmware, before: unknown) {
  const { pinMap: mapped = [] } = (before ?? {}) as { pinMap?: { signal: string }[] };
  const gone = mapped.filter(({ signal }) => !pinMap.some((one) => one.signal === signal));
  return {
    entryPoint: MAIN,
    platform,
    libraries: libraries.map((name) => ({ name })),
    pinMap: [...pinMap, ...gone.map(({ signal }) => ({ signal, _delete: true }))],
  };
}
