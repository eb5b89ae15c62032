import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { spansDuring } from '../testing/recorded-spans.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

/** The cost of a turn with two model calls and one tool call. A commit that raises a number says why. */
const COST = { statements: 17, spans: 13, events: 9 };
/** A turn that is slowed down writes what it has in between: one that was not is waited for, among this many. */
const MOST_TURNS = 40;

describeWith('postgres', 'the cost of a turn', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  // A long conversation would add a summary to each turn.
  const org = useOrg(turnpike, { SUMMARY_TRIGGER_MESSAGES: '0' });

  async function turn(): Promise<string> {
    turnpike.model.answer(calls('look'), () => ({ text: 'All is well.' }));
    const { turnId } = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    return turnId;
  }

  it('does not grow', async () => {
    // The first turn reads what later ones find in memory.
    await turn();
    let cost: typeof COST | undefined;
    for (let count = 0; count < MOST_TURNS && (cost?.statements ?? Infinity) > COST.statements; count += 1) {
      const increaseOf = await metricIncreases();
      let turnId = '';
      const spans = await spansDuring(async () => {
        turnId = await turn();
      });
      const statements = await increaseOf('turnpike_database_statements_total');
      cost = { statements, spans: spans.length, events: (await org.events(turnId)).length };
    }
    expect(cost).toEqual(COST);
  });
});
