import type { Bom } from '../schema/artifacts/bom.kind.ts';
import type { WiringContent } from '../schema/artifacts/wiring.kind.ts';
import { nameIn } from './arabic-names.ts';
import { flowRoutine, SUMMARY, warningLines, writing, type Work } from './flow.ts';
import { asks, say } from './requests.ts';
import { NoWiringError, wiringFor } from './wiring-plan.ts';

/** Wires the parts list, in numbered steps. */
export const newWiring = flowRoutine({
  agents: ['wiringDiagram'],
  wanted: (turn) => asks('wiring', turn),
  reads: ({ artifacts }) => ['bom', SUMMARY, ...('wiring' in artifacts ? ['wiring'] : [])],
  work: ({ turn, read }): Work | string => {
    const bom = read.bom?.content as Bom | undefined;
    if (!bom)
      return say(
        turn,
        'There is no parts list yet, and without it nothing can be wired. Say “Put together the parts list” first.',
        'لا توجد قائمة قطع بعد، وبدونها لا يمكن التوصيل. اكتب أولا «جهز قائمة القطع».',
      );
    const wiring = planned(bom, turn.message.language);
    if (typeof wiring === 'string') return wiring;
    const { componentId: id, name } = wiring.board;
    return {
      calls: [writing('wiring', wiring, { base: read.wiring?.version })],
      drawer: 'wiring',
      reply: ([result]) =>
        [
          say(turn, `This is how ${name} is wired:`, `هكذا توصل القطع مع ${nameIn('ar', { id, name })}:`),
          ...(wiring.steps ?? []).map(
            ({ order, text, warning }) => `${order}. ${text}${warning ? ` ⚠ ${warning}` : ''}`,
          ),
          ...warningLines(result),
        ].join('\n'),
    };
  },
});

/** The wiring of a parts list, or the reason why there is none. */
function planned({ components }: Bom, language: string): WiringContent | string {
  try {
    return wiringFor(components, language);
  } catch (error) {
    if (error instanceof NoWiringError) return language === 'ar' ? error.arabic : error.message;
    throw error;
  }
}
