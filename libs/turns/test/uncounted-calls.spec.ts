import type { CallLedger } from '#models';
import { eventually } from '../../../test/harness/eventually.ts';
import { whileRefused } from '../../../test/harness/refused-connections.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { modelUse } from '../testing/model-use.fixture.ts';
import { useTurns, silent } from '../testing/turns.fixture.ts';
import { TurnRunner } from '../run/turn-runner.ts';

describeWith('postgres', 'a model call whose usage cannot be written', () => {
  const turnpike = useTurns();

  it.each([
    ['was', 'warn', 'the database is unavailable: paid model calls are counted at their reserved cost'],
    ['was not', 'error', 'paid model calls were not counted'],
  ])('of which the beginning %s written is logged as %s', async (written, level, message) => {
    const org = await turnpike.newOrg();
    const { turnId } = await org.send();
    const use = modelUse(0.25);
    const begin = (hooks: { ledger?: CallLedger } | undefined) =>
      hooks?.ledger?.begin({ ...use, amountUsd: 1, leaseMs: 60_000 });
    const begun = () => org.query('SELECT id FROM budget_reservations WHERE org_id = $1');
    const asked = Promise.withResolvers<void>();
    const away = Promise.withResolvers<void>();
    const { calls } = turnpike.ports;
    const paid: Pick<typeof calls, 'generate'> = {
      generate: async (route, request, hooks) => {
        if (written === 'was') {
          begin(hooks);
          await eventually(async () => expect(await begun()).toEqual([{ id: use.id }]));
        }
        asked.resolve();
        await away.promise;
        if (written === 'was not') begin(hooks);
        void hooks?.ledger?.keep({ use });
        return calls.generate(route, request, hooks);
      },
    };
    const logged: unknown[][] = [];
    const logger = {
      ...silent,
      warn: (_: unknown, text: string) => {
        logged.push(['warn', text]);
        // What it has is not kept any longer.
        if (text.includes('the turn waits')) runner.close(0);
      },
      error: (fields: object, text: string) => logged.push(['error', text, fields]),
    };
    const { ports, claims, notifications } = turnpike;
    const runner = new TurnRunner({ ...ports, claims, notifications, calls: paid, logger } as never);
    const running = runner.run(org.id, turnId, false);
    await asked.promise;
    await whileRefused(turnpike.testDatabase, async () => {
      away.resolve();
      expect(await running).toMatchObject({ kind: 'later' });
    });
    const lost = { calls: 1, costUsd: 0.25, turnId };
    expect(logged.at(-1)).toMatchObject([level, message, ...(level === 'error' ? [lost] : [])]);
    expect(await begun()).toHaveLength(written === 'was' ? 1 : 0);
  });
});
