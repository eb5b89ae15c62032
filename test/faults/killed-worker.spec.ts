import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { SMTPServer } from 'smtp-server';
import { needsOf } from '../e2e/api.fixture.ts';
import { backends, Installation } from '../harness/installation.ts';
import { eventually } from '../harness/eventually.ts';
import { describeWith } from '../harness/services.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

/** From the death of a worker to the end of the turn that it had: sooner than the sweeper looks for such turns. */
const TAKEOVER_MS = 15_000;

describe.each(backends)('a worker that is killed in the middle of a turn (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let model: ScriptedModel;
    let turnpike: Installation;
    let database: Client;

    beforeAll(async () => {
      model = await ScriptedModel.start(
        {
          name: 'store_insight',
          arguments: { text: 'Needs a garden for two dogs', category: 'preference' },
        },
        'I have noted it.',
      );
      turnpike = await Installation.start({
        backend,
        env: { MODEL_PROVIDER: 'openai', OPENAI_API_KEY: 'test', OPENAI_BASE_URL: model.url },
      });
      database = new Client({ connectionString: turnpike.database.url });
      await database.connect();
    });

    afterAll(async () => {
      await database?.end();
      await turnpike?.stop();
      await model?.stop();
    });

    it('is replaced: the turn ends once, its tool ran once, a finished model call is not asked for again', async () => {
      // With a hard budget the money is held back; without one, the turn's log has the call.
      if (backend === 'redis')
        await database.query(
          `INSERT INTO budgets (org_id, period, hard_usd, changed_at) SELECT id, 'day', 100, now() FROM orgs`,
        );
      // The first call goes through, the second one is held: the tool has run by then.
      model.holding = true;
      const response = await turnpike.request('/v1/messages', {
        method: 'POST',
        body: JSON.stringify({
          contact: 'contact-020',
          channel: 'chat',
          agent: 'qualifier',
          text: 'We have two dogs.',
        }),
      });
      const { turnId } = (await response.json()) as { turnId: string };
      await eventually(async () => {
        const { rows } = await database.query('SELECT 1 FROM tool_calls WHERE turn_id = $1', [turnId]);
        expect(rows).toHaveLength(1);
      });
      // The second one is there already when the first one, which has the turn, dies.
      const [worker] = turnpike.workers;
      await turnpike.addWorker();
      const killedAt = performance.now();
      await worker?.kill();
      model.release();

      const turn = await eventually(async () => {
        const read = (await (await turnpike.request(`/v1/turns/${turnId}`)).json()) as {
          state: string;
          reply: { text: string };
        };
        expect(read.state).toBe('completed');
        return read;
      });
      expect(performance.now() - killedAt).toBeLessThan(TAKEOVER_MS);
      expect(turn.reply.text).toBe('I have noted it.');
      const insights = await database.query(
        `SELECT 1 FROM insights WHERE text = 'Needs a garden for two dogs'`,
      );
      expect(insights.rows).toHaveLength(1);
      const effects = await database.query('SELECT state FROM tool_effects WHERE turn_id = $1', [turnId]);
      expect(effects.rows).toEqual([{ state: 'done' }]);
      const replies = await database.query(
        `SELECT 1 FROM messages WHERE turn_id = $1 AND role = 'assistant'`,
        [turnId],
      );
      expect(replies.rows).toHaveLength(1);
      // What is extracted from the message later is asked without tools.
      const first = model.requests.filter(
        ({ tools, messages }) => tools && !messages.some(({ role }) => role === 'tool'),
      );
      expect(first).toHaveLength(1);
    });

    it('has its last call counted at what it may have cost, as an estimate', async () => {
      const held = await eventually(async () => {
        const { rows } = await database.query<{ id: string; amount: string }>(
          'SELECT id, amount_usd AS amount FROM budget_reservations',
        );
        // All other calls have said what they used.
        expect(rows).toHaveLength(1);
        return rows[0];
      });
      // A quarter of an hour later.
      await database.query(`UPDATE budget_reservations SET lease_until = now() - interval '1 second'`);
      await eventually(async () => {
        const { rows } = await database.query(
          'SELECT id, model, cost_usd AS amount FROM model_calls WHERE estimated',
        );
        expect(rows).toEqual([{ ...held, model: 'gpt-5.4-mini' }]);
      });
      // What is remembered of the turn may be asking its model just now, and holds back for that.
      await eventually(async () => {
        expect((await database.query('SELECT 1 FROM budget_reservations')).rows).toEqual([]);
      });
    });
  });
});

describeWith(needsOf.redis, 'a worker that is killed while a mail server takes its mail', () => {
  const received: string[] = [];
  /** Answers the server holds back: whether it has taken the mail nobody is told. */
  const held: (() => void)[] = [];
  let server: SMTPServer;
  let turnpike: Installation;
  let database: Client;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) => {
        let raw = '';
        stream.on('data', (chunk: Buffer) => (raw += chunk.toString('utf8')));
        stream.on('end', () => {
          received.push(raw);
          held.push(() => done());
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    turnpike = await Installation.start({
      backend: 'redis',
      env: {
        MAIL_TRANSPORT: 'smtp',
        SMTP_URL: `smtp://127.0.0.1:${port}`,
        MAIL_FROM: 'agency@example.com',
      },
    });
    database = new Client({ connectionString: turnpike.database.url });
    await database.connect();
  });

  afterAll(async () => {
    for (const answer of held) answer();
    await database?.end();
    await turnpike?.stop();
    await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  });

  it('leaves a mail that nobody knows the fate of: it is not sent again, and the reply claims nothing', async () => {
    const response = await turnpike.request('/v1/messages', {
      method: 'POST',
      body: JSON.stringify({
        contact: 'contact-016',
        channel: 'chat',
        author: { kind: 'staff', user: 'agent-01' },
        text: 'Offer 415,000 on deal-002',
      }),
    });
    const { turnId } = (await response.json()) as { turnId: string };
    await eventually(async () => expect(received).toHaveLength(1));
    const [worker] = turnpike.workers;
    await turnpike.addWorker();
    await worker?.kill();

    const turn = await eventually(async () => {
      const read = (await (await turnpike.request(`/v1/turns/${turnId}`)).json()) as {
        state: string;
        reply: { text: string };
      };
      expect(read.state).toBe('completed');
      return read;
    });
    expect(received).toHaveLength(1);
    expect(turn.reply.text).not.toMatch(/\bwas sent\b|outbox/);
    const mails = await database.query('SELECT state FROM outbox_messages');
    expect(mails.rows).toEqual([{ state: 'sending' }]);
    const effects = await database.query('SELECT state FROM tool_effects WHERE turn_id = $1', [turnId]);
    expect(effects.rows).toEqual([{ state: 'unknown_outcome' }]);
    const offers = await database.query(
      `SELECT 1 FROM estio_offers WHERE deal_id = 'deal-002' AND NOT sample`,
    );
    expect(offers.rows).toEqual([]);
  });
});
