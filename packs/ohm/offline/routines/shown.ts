import type { RoutineTurn } from '#pack-kit';
import { flowRoutine } from './flow.ts';
import { kindAskedAgain, kindNamedAlone, say } from './wishes.ts';
import { NAMES } from './what-cannot-be-done.ts';

/** Code alone is too long to be told again in words. */
function kindOf(turn: RoutineTurn): string | undefined {
  const again = kindAskedAgain(turn);
  return kindNamedAlone(turn) ?? (again === 'code' ? again : undefined);
}

/** "Code", "wiring", "code again": what is there is shown in its panel; what is not there yet is made by the agent's own flow. */
export const shownByName = flowRoutine({
  agents: ['bomGenerator', 'wiringDiagram', 'codeGenerator', 'budgetOptimizer'],
  wanted: (turn) => {
    const kind = kindOf(turn);
    return kind !== undefined && kind in turn.artifacts;
  },
  reads: () => [],
  work: ({ turn }) => {
    const kind = kindOf(turn) ?? '';
    const [en, ar] = NAMES[kind] ?? [kind, kind];
    const version = turn.artifacts[kind];
    return {
      calls: [{ tool: `open_${kind}_drawer`, arguments: {} }],
      reply: () =>
        say(
          turn,
          `Here is ${en}, version ${version}; its panel is open. Say what is to change, or have me make it again.`,
          `هذا ${ar}، النسخة ${version}، ولوحته مفتوحة. قل ما الذي يتغير، أو اطلب مني إعداده من جديد.`,
        ),
    };
  },
});
