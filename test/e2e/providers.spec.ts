import type { ServerResponse } from 'node:http';
import { eventually } from '../harness/eventually.ts';
import { productionBackend } from '../harness/installation.ts';
import { describeWith } from '../harness/services.ts';
import { ApiTest, needsOf } from './api.fixture.ts';
import { EventReader } from './event-stream.fixture.ts';
import { answer, answerWhole, begin, breakOff, refuse, ScriptedProviders } from './providers.fixture.ts';

interface SeenTurn {
  id: string;
  state: string;
  traceId: string;
  reply: { text: string } | null;
  error: { class: string; message: string } | null;
  totals: { promptTokens: number; cachedTokens: number; completionTokens: number; costUsd: number };
}

describe.each(productionBackend)('providers that fail (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let providers: ScriptedProviders;
    let api: ApiTest;

    beforeAll(async () => {
      providers = await ScriptedProviders.start();
      api = await ApiTest.start({ backend, env: providers.env });
    });
    beforeEach(() => void (providers.asked.length = 0));
    afterAll(async () => {
      await api?.stop();
      await providers?.stop();
    });

    async function run(contact: string, whileRunning = async (_reader: EventReader) => {}) {
      // The named agent answers, on the standard tier, so that no model call chooses an agent.
      const { turnId } = await api.accept({ contact, agent: 'qualifier', text: 'Hello', stream: true });
      const reader = EventReader.open(api.turnpike, turnId);
      await whileRunning(reader);
      await reader.ended;
      const turn = await api.turn<SeenTurn>(turnId);
      return { turn, events: reader.events.map(({ type, payload }) => ({ type, ...payload })) };
    }

    it('are replaced by the next key and the next candidate, reported on the stream and the trace, and used again', async () => {
      const begun: ServerResponse[] = [];
      providers.behave = (asked, response) => {
        if (asked.provider === 'anthropic') return answer(asked, response, 'From Anthropic.');
        if (asked.key === 'one') return refuse(response, 429, { 'retry-after': '1' });
        begun.push(response);
        return begin(asked, response, 'Half a ');
      };
      const { turn, events } = await run('falling', async (reader) => {
        await reader.until('text.delta');
        // Every later attempt breaks off at once.
        providers.behave = (asked, response) =>
          asked.provider === 'anthropic'
            ? answer(asked, response, 'From Anthropic.')
            : breakOff(asked, response, 'Half a ');
        begun.forEach((response) => response.destroy());
      });
      expect(turn).toMatchObject({ state: 'completed', reply: { text: 'From Anthropic.' } });
      const told = events.filter(({ type }) =>
        ['model.started', 'key.rotated', 'text.delta', 'text.reset'].includes(type),
      );
      expect(told.slice(0, 4)).toMatchObject([
        { type: 'model.started', provider: 'openai', model: 'gpt-5.4-mini' },
        { type: 'key.rotated', provider: 'openai', reason: 'RATE_LIMITED' },
        { type: 'text.delta', text: 'Half a ' },
        { type: 'text.reset', reason: 'fallback' },
      ]);
      expect(told.slice(-2)).toMatchObject([
        { type: 'model.started', provider: 'anthropic' },
        { type: 'text.delta', text: 'From Anthropic.' },
      ]);
      expect(JSON.stringify(events)).not.toMatch(/"(one|two|three)"/);

      const spans = await eventually(async () => {
        const rows = await api.rows<{ kind: string; attributes: Record<string, unknown> }>(
          `SELECT kind, attributes FROM spans WHERE trace_id = $1 AND kind IN ('model', 'route')`,
          [turn.traceId],
        );
        // A span is stored when it begins, and again when it has ended.
        expect(rows.find(({ kind }) => kind === 'model')?.attributes).toMatchObject({
          'turnpike.model.failed': expect.arrayContaining([
            expect.stringMatching(/^gpt-5\.4-mini: The answer of The server of OPENAI_BASE_URL broke off/),
          ]),
        });
        return rows;
      });
      const attributes = (kind: string) => spans.find((span) => span.kind === kind)?.attributes;
      expect(JSON.stringify(attributes('route')?.['turnpike.route.candidates'])).toContain(
        'GOOGLE_API_KEY is not set',
      );

      // After the outage, the second key answers at once, and the first one after its cooldown.
      providers.behave = (asked, response) => answer(asked, response, `From ${asked.key}.`);
      expect((await run('back')).turn.reply?.text).toMatch(/^From (one|two)\.$/);
      // Each message has its own conversation: in a longer one, a model would write a summary at the same time as these
      // turns.
      let times = 0;
      await eventually(async () =>
        expect((await run(`rested-${(times += 1)}`)).turn.reply?.text).toBe('From one.'),
      );
    });

    it('have their reported usage counted, cached tokens apart, on the turn and in the org’s total', async () => {
      const [org] = await api.rows<{ id: string }>(`SELECT id FROM orgs WHERE slug = 'demo'`);
      const used = async () => {
        const [row] = await api.rows<{ usd: string }>(
          `SELECT coalesce(sum(cost_usd), 0) AS usd FROM (SELECT org_id, cost_usd FROM model_calls
             UNION ALL SELECT org_id, cost_usd FROM model_usage) u WHERE org_id = $1`,
          [org?.id],
        );
        return Number(row?.usd);
      };
      const before = await used();
      providers.behave = (asked, response) => answer(asked, response, 'Fine.', [1_000, 800, 50]);
      const { turn } = await run('counted');
      const costUsd = (200 * 0.75 + 800 * 0.075 + 50 * 4.5) / 1e6;
      expect(turn.totals).toMatchObject({ promptTokens: 1_000, cachedTokens: 800, completionTokens: 50 });
      expect(turn.totals.costUsd).toBeCloseTo(costUsd, 8);
      expect(await used()).toBeCloseTo(before + costUsd, 8);
    });

    it('refuse a request: one other provider is asked, then the turn fails at once', async () => {
      providers.behave = (_asked, response) => refuse(response, 400);
      const { turn } = await run('refused');
      expect(turn).toMatchObject({ state: 'failed', error: { class: 'MODEL_BAD_REQUEST' } });
      expect(providers.asked.map(({ provider }) => provider)).toEqual(['openai', 'anthropic']);
    });
  });
});

describe.each(productionBackend)('an org whose answers are over the limits (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let providers: ScriptedProviders;
    let api: ApiTest;
    const quiet = { org: '', key: '' };

    beforeAll(async () => {
      providers = await ScriptedProviders.start();
      const env = { ...providers.env, ...providers.only('google'), OPENAI_API_KEY: 'two' };
      api = await ApiTest.start({ backend, env });
      quiet.org = await api.createOrg('quiet');
      quiet.key = await api.createKey(quiet.org);
    });
    afterAll(async () => {
      await api?.stop();
      await providers?.stop();
    });

    const FLOOD = 'Flood me';
    const calls = Array.from({ length: 200 }, (_, at) => ({
      id: `call_${at}`,
      name: 'search_properties',
      arguments: { district: `D${at}` },
    }));
    const text = 'word '.repeat(600_000);

    /** The ended turns of an org, with the times that each waited for a model or was tried again. */
    const ended = (orgId: string, count: number) =>
      eventually(async () => {
        const turns = await api.rows<{ state: string; waits: number; class: string | null }>(
          `SELECT state, error_class AS class, (SELECT count(*)::int FROM turn_events WHERE turn_id = t.id AND
             type = 'turn.retrying') AS waits FROM turns t WHERE org_id = $1 AND contact_id LIKE 'limits-%'`,
          [orgId],
        );
        expect(turns.filter(({ state }) => ['completed', 'failed'].includes(state))).toHaveLength(count);
        return turns;
      });

    it('fails alone: a second org is answered at once, by the same models and keys', async () => {
      providers.behave = (asked, response) => {
        const [, number] = new RegExp(`${FLOOD} (\\d+)`).exec(JSON.stringify(asked.body)) ?? [];
        if (number === undefined) return answer(asked, response, 'Fine.');
        // Each provider gives answers of both kinds.
        const isLong = (Number(number) % 2 === 0) === (asked.provider === 'google');
        return answerWhole(asked, response, isLong ? { text, calls: [] } : { text: '', calls });
      };
      const send = (words: string, at: number, key?: string) =>
        api.accept({ contact: `limits-${at}`, agent: 'qualifier', text: `${words} ${at}` }, { key });
      // More than the failures that open a circuit, for each model and kind of answer.
      const messages = Array.from({ length: 12 }, (_, at) => at);
      for (const at of messages) await Promise.all([send(FLOOD, at), send('Hello', at, quiet.key)]);

      const failed = { state: 'failed', waits: 0, class: 'MODEL_EXCESSIVE' };
      expect(await ended(await api.orgId('demo'), messages.length)).toEqual(messages.map(() => failed));
      const answered = { state: 'completed', waits: 0, class: null };
      expect(await ended(quiet.org, messages.length)).toEqual(messages.map(() => answered));

      const flooded = providers.asked.filter(({ body }) => JSON.stringify(body).includes(FLOOD));
      // One other model is asked, and then no more.
      expect(flooded).toHaveLength(2 * messages.length);
      const others = providers.asked.filter((asked) => !flooded.includes(asked));
      expect(others.map(({ provider }) => provider)).toEqual(messages.map(() => 'google'));
      for (const table of ['model_cooldowns', 'provider_key_states'])
        expect(await api.rows(`SELECT * FROM ${table}`)).toEqual([]);
      expect(await api.rows(`SELECT * FROM model_circuits WHERE state <> 'closed'`)).toEqual([]);
    });
  });
});
