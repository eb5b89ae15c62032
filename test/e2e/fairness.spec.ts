import { eventually } from '../harness/eventually.ts';
import { bothDatabases } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { answer, ScriptedProviders } from './providers.fixture.ts';

const CROWD = 30;
const SLOTS = 20;
/** The slots that an org leaves free while no other has turns. */
const RESERVED = 2;
const HELD_TEXT = 'Villas in Limassol';

describe.each(bothDatabases)('an org whose turns take every slot that it may have (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let model: ScriptedProviders;
    let api: ApiTest;
    let held: (() => void)[] | undefined = [];

    /** Answers what the crowd waits for, now and from now on. */
    const release = () => {
      for (const go of held ?? []) go();
      held = undefined;
    };

    beforeAll(async () => {
      model = await ScriptedProviders.start();
      model.behave = (asked, response) => {
        const go = () => answer(asked, response, 'Fine.');
        if (held && JSON.stringify(asked.body).includes(HELD_TEXT)) held.push(go);
        else go();
      };
      api = await ApiTest.start({
        backend,
        env: { ...model.only('openai'), MODEL_PROVIDER: 'openai', WORKER_CONCURRENCY: String(SLOTS) },
        // The api reads the slots of the workers when it starts.
        apps: ['worker', 'api'],
        workers: 0,
      });
    });

    afterAll(async () => {
      release();
      await api?.stop();
      await model?.stop();
    });

    const ended = (turnId: string) =>
      eventually(async () => {
        const [turn] = await api.rows('SELECT state FROM turns WHERE id = $1', [turnId]);
        expect(turn).toEqual({ state: 'completed' });
      });
    const crowdBy = async (state: string) => {
      const found = await api.rows(`SELECT 1 FROM turns WHERE contact_id LIKE 'crowd-%' AND state = $1`, [
        state,
      ]);
      return found.length;
    };

    it('delays neither another org nor its own callers, whose turns run while all of its own go on', async () => {
      const key = await api.createKey(await api.createOrg('quiet'));
      const ask = (contact: string, channel = 'chat', more = {}) =>
        api.accept({ contact, channel, text: 'Good morning' }, more);
      await ended((await ask('ann', 'chat', { key })).turnId);
      // One after the other: only simultaneous messages may exceed the share.
      for (let sent = 0; sent < CROWD; sent += 1)
        await api.accept({ contact: `crowd-${sent}`, text: HELD_TEXT });
      await eventually(async () => expect(await crowdBy('running')).toBe(SLOTS - RESERVED));
      await ended((await ask('ann', 'chat', { key })).turnId);
      await ended((await ask('bob', 'voice')).turnId);
      expect([await crowdBy('running'), await crowdBy('completed')]).toEqual([SLOTS - RESERVED, 0]);
      release();
      await eventually(async () => expect(await crowdBy('completed')).toBe(CROWD));
    });
  });
});
