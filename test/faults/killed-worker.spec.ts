import { ApiTest, needsOf } from '../e2e/api.fixture.ts';
import { bothDatabases } from '../harness/installation.ts';
import { eventually } from '../harness/eventually.ts';
import { LocalServer } from '../harness/local-server.ts';
import { describeWith } from '../harness/services.ts';
import { MailReceiver } from './run/mail-receiver.ts';
import { ScriptedModel } from './scripted-model.fixture.ts';

describe.each(bothDatabases)('a worker that is killed in the middle of a turn (%s)', (backend) => {
  describeWith(needsOf[backend], backend, () => {
    let model: ScriptedModel;
    let api: ApiTest;

    beforeAll(async () => {
      model = await ScriptedModel.start(
        { name: 'store_insight', arguments: { text: 'Needs a garden for two dogs', category: 'preference' } },
        'I have noted it.',
      );
      api = await ApiTest.start({ backend, env: model.env });
    });

    afterAll(async () => {
      await api?.stop();
      await model?.stop();
    });

    it('is replaced: the turn ends once, its tool ran once, a finished model call is not repeated', async () => {
      // With a hard budget the money is reserved; without one, the turn's journal has the call.
      if (backend === 'redis')
        await api.rows(
          `INSERT INTO budgets (org_id, period, hard_usd, changed_at) SELECT id, 'day', 100, now() FROM orgs`,
        );
      // The first call passes, the second one is held back: the tool has run by then.
      model.holding = true;
      const { turnId } = await api.accept({
        contact: 'contact-020',
        agent: 'qualifier',
        text: 'We have two dogs.',
      });
      await eventually(async () => {
        const rows = await api.rows('SELECT 1 FROM tool_calls WHERE turn_id = $1', [turnId]);
        expect(rows).toHaveLength(1);
      });
      // The second worker already runs when the first one, which has claimed the turn, dies.
      const [worker] = api.turnpike.workers;
      await api.turnpike.addWorker();
      await worker?.kill();
      model.release();

      const turn = await api.untilState(turnId, 'completed');
      // The queue hands the turn over. The sweeper, which looks less often, would have begun another run.
      expect(await api.rows('SELECT run FROM turns WHERE id = $1', [turnId])).toEqual([{ run: 0 }]);
      expect(turn.reply?.text).toBe('I have noted it.');
      const insights = await api.rows(`SELECT 1 FROM insights WHERE text = 'Needs a garden for two dogs'`);
      expect(insights).toHaveLength(1);
      const effects = await api.rows('SELECT state FROM tool_effects WHERE turn_id = $1', [turnId]);
      expect(effects).toEqual([{ state: 'done' }]);
      const replies = await api.rows(`SELECT 1 FROM messages WHERE turn_id = $1 AND role = 'assistant'`, [
        turnId,
      ]);
      expect(replies).toHaveLength(1);
      expect(model.toolRounds).toHaveLength(1);
    });

    it('has its last call charged at the maximum cost, as an estimate', async () => {
      const held = await eventually(async () => {
        const rows = await api.rows<{ id: string; amount: string }>(
          'SELECT id, amount_usd AS amount FROM budget_reservations',
        );
        // All other calls have reported their usage.
        expect(rows).toHaveLength(1);
        return rows[0];
      });
      // A quarter of an hour later.
      await api.rows(`UPDATE budget_reservations SET lease_until = now() - interval '1 second'`);
      await eventually(async () => {
        const rows = await api.rows('SELECT id, model, cost_usd AS amount FROM model_calls WHERE estimated');
        expect(rows).toEqual([{ ...held, model: 'gpt-5.4-mini' }]);
      });
      // Insight extraction for the turn may be calling its model at this moment, and reserves money for that.
      await eventually(async () => {
        expect(await api.rows('SELECT 1 FROM budget_reservations')).toEqual([]);
      });
    });
  });
});

describeWith(needsOf.redis, 'a worker that is killed within a tool that acts outside', () => {
  /** Responses that the mail server holds back, so that the sender does not learn whether the mail was accepted. */
  const held: (() => void)[] = [];
  let mail: MailReceiver;
  let esign: LocalServer;
  let api: ApiTest;

  beforeAll(async () => {
    mail = await MailReceiver.start((done) => held.push(done));
    // The first request is taken and never answered.
    esign = await LocalServer.start((_request, response) => {
      if (esign.received.length > 1)
        response.writeHead(201).end(JSON.stringify({ envelopeId: 'envelope-1', status: 'sent' }));
    });
    api = await ApiTest.start({
      backend: 'redis',
      workers: 0,
      env: {
        MAIL_TRANSPORT: 'smtp',
        SMTP_URL: `smtp://${mail.host}`,
        MAIL_FROM: 'agency@example.com',
        HTTP_ALLOW_HOSTS: esign.address,
      },
    });
    const settings = { PROVIDER: 'docusign', BASE_URL: esign.url, ACCOUNT_ID: 'a', ACCESS_TOKEN: 't' };
    for (const [name, value] of Object.entries(settings))
      await api.rows(
        `UPDATE orgs SET settings = settings || jsonb_build_object('ESIGN_' || $1::text, $2::text) WHERE slug = 'demo'`,
        [name, value],
      );
    await api.turnpike.addWorker();
  });

  afterAll(async () => {
    for (const answer of held) answer();
    await api?.stop();
    await mail?.stop();
    await esign?.stop();
  });

  const replaceWorker = async () => {
    await api.turnpike.workers.at(-1)?.kill();
    await api.turnpike.addWorker();
  };
  const effectsOf = (turnId: string) =>
    api.rows('SELECT state FROM tool_effects WHERE turn_id = $1', [turnId]);

  it('repeats a request to a service that knows it by its key', async () => {
    const { turnId } = await api.accept({
      contact: 'contact-018',
      author: { kind: 'staff', user: 'agent-01' },
      text: 'Send contract-001 for signature',
    });
    await eventually(async () => expect(esign.received).toHaveLength(1));
    await replaceWorker();

    const turn = await api.untilState(turnId, 'completed');
    const keys = esign.received.map(
      ({ body }) => (JSON.parse(body) as { transactionId: string }).transactionId,
    );
    expect(keys).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), keys[0]]);
    expect(turn.reply?.text).toMatch(/signature/i);
    expect(await effectsOf(turnId)).toEqual([{ state: 'done' }]);
    const sent = await api.rows('SELECT provider_envelope_id AS id FROM estio_signature_requests');
    expect(sent).toEqual([{ id: 'envelope-1' }]);
  });

  it('leaves a mail with an unknown outcome: it is not sent again, and the reply claims nothing', async () => {
    const { turnId } = await api.accept({
      contact: 'contact-016',
      author: { kind: 'staff', user: 'agent-01' },
      text: 'Offer 415,000 on deal-002',
    });
    await eventually(async () => expect(mail.texts).toHaveLength(1));
    await replaceWorker();

    const turn = await api.untilState(turnId, 'completed');
    expect(mail.texts).toHaveLength(1);
    expect(turn.reply?.text).not.toMatch(/\bwas sent\b|outbox/);
    const mails = await api.rows('SELECT state FROM outbox_messages');
    expect(mails).toEqual([{ state: 'sending' }]);
    expect(await effectsOf(turnId)).toEqual([{ state: 'unknown_outcome' }]);
    const offers = await api.rows(`SELECT 1 FROM estio_offers WHERE deal_id = 'deal-002' AND NOT sample`);
    expect(offers).toEqual([]);
  });
});
