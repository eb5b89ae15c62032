import { metricIncreases } from '../../../test/harness/metric-increases.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { spansDuring } from '../testing/recorded-spans.ts';
import { calls } from '../testing/scripted-model.ts';
import { useOrg } from '../testing/test-org.fixture.ts';
import { plainTool, testPack, useTurns } from '../testing/turns.fixture.ts';

/** The cost of a turn with two model calls and one tool call. A commit that raises a number says why. */
const COST = { statements: 22, spans: 13, events: 9 };
/** On a slow machine a turn also writes its events in between; the cheapest of these did not. */
const TURNS = 5;

describeWith('postgres', 'the cost of a turn', () => {
  const turnpike = useTurns([testPack('alpha', [plainTool('look')])]);
  const org = useOrg(turnpike);

  async function turn(): Promise<string> {
    turnpike.model.answer(calls('look'), () => ({ text: 'All is well.' }));
    const { turnId } = await org.send();
    expect(await org.run(turnId)).toEqual({ kind: 'done' });
    return turnId;
  }

  it('does not grow', async () => {
    // The first turn reads what later ones find in memory.
    await turn();
    const costs: (typeof COST)[] = [];
    for (let count = 0; count < TURNS; count += 1) {
      const increaseOf = await metricIncreases();
      let turnId = '';
      const spans = await spansDuring(async () => {
        turnId = await turn();
      });
      const statements = await increaseOf('turnpike_database_statements_total');
      costs.push({ statements, spans: spans.length, events: (await org.events(turnId)).length });
    }
    expect(costs.toSorted((a, b) => a.statements - b.statements)[0]).toEqual(COST);
  });
});
