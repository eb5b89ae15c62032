import { randomUUID } from 'node:crypto';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import { describeWith } from '../../test/harness/services.ts';
import { RolloutEvidenceReadModel } from './rollout-evidence.read-model.ts';

const NOW = new Date('2026-03-02T09:00:00Z');
const HOUR_AGO = new Date('2026-03-02T08:00:00Z');

interface Decision {
  mode?: string;
  selected?: string[];
  brokered?: string[] | null;
  missed?: string[];
  at?: Date;
}

describeWith('postgres', 'rollout evidence from broker decisions', () => {
  const own = suiteDatabase({ per: 'test' });
  let evidence: RolloutEvidenceReadModel;
  let orgA: string;
  let orgB: string;

  beforeEach(async () => {
    evidence = new RolloutEvidenceReadModel(own.database);
    [orgA, orgB] = [await own.addOrg('org-a'), await own.addOrg('org-b')];
  });

  const decide = (orgId: string, decision: Decision = {}) => {
    const { mode = 'shadow', selected = ['find'], brokered = ['find'], missed = [], at = NOW } = decision;
    return own.database.forOrg(orgId, (tx) =>
      tx.execute(
        `INSERT INTO broker_decisions (org_id, turn_id, mode, agent, intents, tools_in_scope, tools_offered, tools_selected,
           tools_brokered, tools_missed, tokens_in_scope, tokens_offered, reasons, created_at)
         VALUES ($1, $2, $3, 'a', '{}', 1, '{}', $4, $5, $6, 1, 1, '{}', $7)`,
        [randomUUID(), mode, selected, brokered, missed, at],
      ),
    );
  };
  const window = { variant: 'shadow', from: HOUR_AGO, to: NOW };

  it('counts turns with tool calls, and as hits those in which the broker had chosen every tool', async () => {
    await decide(orgA);
    await decide(orgA, { selected: ['find', 'book'], missed: ['book'] });
    await decide(orgB);
    expect(await evidence.overall(window)).toEqual({ turns: 3, hits: 2 });
    expect(await evidence.byOrg(window)).toEqual(
      new Map([
        [orgA, { turns: 2, hits: 1 }],
        [orgB, { turns: 1, hits: 1 }],
      ]),
    );
    expect(await evidence.ofOrg(orgA, window)).toEqual({ turns: 2, hits: 1 });
  });

  it('counts per UTC day over all orgs; the days sum to the total', async () => {
    const late = new Date('2026-03-01T23:59:00Z');
    await decide(orgA, { at: late });
    await decide(orgB, { at: late, missed: ['find'] });
    await decide(orgB);
    await decide(orgA, { mode: 'enforce' });
    const since = { ...window, from: new Date('2026-03-01T09:00:00Z') };
    expect(await evidence.byDay(since)).toEqual([
      { day: '2026-03-01', turns: 2, hits: 1 },
      { day: '2026-03-02', turns: 1, hits: 1 },
    ]);
    expect(await evidence.overall(since)).toEqual({ turns: 3, hits: 2 });
  });

  it('ignores turns without a tool call or set, and of another mode or time', async () => {
    await decide(orgA, { selected: [] });
    await decide(orgA, { brokered: null });
    await decide(orgA, { mode: 'enforce' });
    await decide(orgA, { at: HOUR_AGO });
    await decide(orgA, { at: new Date(NOW.getTime() + 1) });
    expect(await evidence.overall(window)).toEqual({ turns: 0, hits: 0 });
    expect(await evidence.byOrg(window)).toEqual(new Map());
    expect(await evidence.byDay(window)).toEqual([]);
    expect(await evidence.ofOrg(orgA, window)).toEqual({ turns: 0, hits: 0 });
  });
});
