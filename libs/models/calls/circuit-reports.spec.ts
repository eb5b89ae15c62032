import { randomUUID } from 'node:crypto';
import { createClock } from '#config';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { ModelError } from '../model.errors.ts';
import { CircuitReports } from './circuit-reports.ts';
import { CircuitRepository } from './circuit.repository.ts';
import { ModelBreakers } from './model-breakers.ts';

describeWith(['postgres'], 'circuits of a process', () => {
  const clock = createClock();
  const on = suiteDatabase();

  const living = (orgId: string | null) =>
    on.database.asPlatform('the test looks', (tx) => new CircuitRepository(clock).living(tx, orgId));

  it('are reported while it runs, with the failure; circuits of own models only to their org', async () => {
    const breakers = new ModelBreakers(5_000, 2, clock);
    const reports = new CircuitReports(
      on.database,
      new CircuitRepository(clock),
      breakers,
      { warn: () => undefined },
      'worker',
    );
    reports.start();
    const [org, other] = [randomUUID(), randomUUID()];
    let down = true;
    const ask = (provider: 'openai' | 'compatible', orgId = org) =>
      breakers
        .run(
          { provider, model: 'm' },
          async () => {
            if (down) throw new ModelError('UNAVAILABLE', 'it is down');
          },
          orgId,
        )
        .catch(() => undefined);
    for (const asking of [org, other]) await Promise.all([ask('openai', asking), ask('compatible')]);
    expect(breakers.obstacle({ provider: 'compatible', model: 'm' }, other)).toBeUndefined();
    expect(breakers.obstacle({ provider: 'openai', model: 'm' }, other)).toMatchObject({ passes: true });
    await eventually(async () => {
      expect(await living(org)).toMatchObject([
        { app: 'worker', provider: 'compatible', state: 'open', failure: 'it is down', orgId: org },
        { app: 'worker', provider: 'openai', state: 'open', failure: 'it is down', orgId: null },
      ]);
    });
    expect(await living(other)).toMatchObject([{ provider: 'openai' }]);
    down = false;
    await eventually(async () => {
      await ask('openai');
      expect(await living(null)).toMatchObject([{ state: 'closed', failure: null }]);
    });
    await reports.close();
    expect(await living(org)).toEqual([]);
  });
});
