import type { Bom } from '../artifacts/bom.kind.ts';
import { isGround, isSupply } from '../artifacts/lines.ts';
import type { Wiring } from '../artifacts/wiring.kind.ts';
import { partsNamedIn } from '../parts/find-parts.ts';
import { NoWiringError, wiringFor } from '../rules/pin-plan.ts';
import { flowRoutine, SUMMARY, writing, type Work } from './flow.ts';
import { warningsOf } from './parts.ts';
import { looks, makes, say } from './wishes.ts';

const ASKS_PIN =
  /\b(?:which|what) pins?\b|\bpins? (?:for|of|is|does)\b|\bwhere (?:is|does)\b|أي (?:منفذ|دبوس)/iu;

/** "Which pin is the sensor on?" is answered from the wiring. */
export const askedPin = flowRoutine({
  agents: ['wiringDiagram'],
  wanted: (turn) => !looks(turn) && ASKS_PIN.test(turn.message.text),
  reads: ({ artifacts }) => ('wiring' in artifacts ? ['wiring'] : []),
  work: ({ turn, read }) => {
    const wiring = read.wiring?.content as Wiring | undefined;
    if (!wiring)
      return say(
        turn,
        'There is no wiring in this project yet, so no pin is settled. Have me wire it first.',
        'لا توجد توصيلات في هذا المشروع بعد، فلم يحدد أي منفذ. اطلب مني التوصيل أولا.',
      );
    const named = partsNamedIn(turn.message.text).map(({ id }) => id);
    const lines = wiring.connections
      .filter(({ from, to }) =>
        [from, to].some(({ componentId }) => componentId === wiring.board.componentId),
      )
      .filter((one) => !isGround(one) && !isSupply(one))
      .filter(
        ({ from, to }) =>
          named.length === 0 || named.some((id) => id === from.componentId || id === to.componentId),
      )
      .map(
        ({ from, to, signal }) =>
          `- ${signal}: ${wiring.board.name} ${from.pin} – ${to.componentId} ${to.pin}`,
      );
    return [say(turn, 'By the wiring:', 'حسب التوصيلات:'), ...lines].join('\n');
  },
});

/** Wires the parts list, in numbered steps. */
export const newWiring = flowRoutine({
  agents: ['wiringDiagram'],
  wanted: (turn) => makes(turn),
  reads: (turn) => ['bom', SUMMARY, ...('wiring' in turn.artifacts ? ['wiring'] : [])],
  work: ({ turn, read }): Work | string => {
    const bom = read.bom?.content as Bom | undefined;
    if (!bom)
      return say(
        turn,
        'There is no parts list yet, and without it nothing can be wired. Have me put it together first.',
        'لا توجد قائمة قطع بعد، وبدونها لا يمكن التوصيل. اطلب مني إعدادها أولا.',
      );
    const wiring = planned(bom, turn.message.language);
    if (typeof wiring === 'string') return wiring;
    return {
      calls: [writing('wiring', wiring, { base: read.wiring?.version })],
      drawer: 'wiring',
      reply: (results) =>
        [
          say(turn, `This is how ${wiring.board.name} is wired:`, `هكذا توصل القطع مع ${wiring.board.name}:`),
          ...(wiring.steps ?? []).map(
            ({ order, text, warning }) => `${order}. ${text}${warning ? ` ⚠ ${warning}` : ''}`,
          ),
          ...warningsOf(results[0]?.data).map((warning) => `- ${warning}`),
        ].join('\n'),
    };
  },
});

/** The wiring of a parts list, or why there is none. */
export function planned(bom: Bom, language: string): ReturnType<typeof wiringFor> | string {
  try {
    return wiringFor(bom.components, language);
  } catch (error) {
    if (error instanceof NoWiringError) return language === 'ar' ? error.arabic : error.message;
    throw error;
  }
}
