import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { FixedClock } from '#config';
import { DatabaseUnavailableError, type OrgTransaction } from '#database';
import { Outbox, type JobQueue } from '#queue';
import { newTraceparent } from '#telemetry';
import { describeWith } from '../../../test/harness/services.ts';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { NotReplayableError, OutboundHttp, Webhooks, WebhookSecrets, WebhookSender } from '../index.ts';
import { LocalServer } from '../../../test/harness/local-server.ts';

const HOUR = 3_600_000;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const noSettings = { get: () => undefined };
/** A sealer without encryption, which only checks its place. */
const sealer = {
  seal: (place: string, secret: string) => `${place}|${secret}`,
  open: (place: string, sealed: string) => {
    if (!sealed.startsWith(`${place}|`)) throw new Error('sealed for another place');
    return sealed.slice(place.length + 1);
  },
};

interface DeliveryRow {
  id: string;
  state: string;
  attempts: number;
  round: number;
  last_status: number | null;
  last_error: string | null;
  next_attempt_at: Date | null;
}

describeWith('postgres', 'webhooks', () => {
  const on = suiteDatabase();
  let receiver: LocalServer;
  let http: OutboundHttp;
  let clock: FixedClock;
  let outbox: Outbox;
  let webhooks: Webhooks;
  let secrets: WebhookSecrets;
  let sender: WebhookSender;
  let orgId: string;
  let turnId: string;
  let turn: unknown;
  /** The receiver's answers in order; the last one repeats. */
  let answers: { status: number; headers?: Record<string, string>; before?: () => Promise<unknown> }[];

  beforeAll(async () => {
    receiver = await LocalServer.start((_request, response) => {
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      const reply = () => response.writeHead(answer?.status ?? 204, answer?.headers).end();
      if (answer?.before) void answer.before().finally(reply);
      else reply();
    });
  });

  beforeEach(() => {
    clock = new FixedClock(new Date());
    http = new OutboundHttp([receiver.address], clock);
    // A test starts each attempt itself when it is due.
    const jobs = {
      enqueue: async () => undefined,
      withoutJob: async (all: unknown) => all,
    } as unknown as JobQueue;
    outbox = new Outbox(on.database, clock, jobs, quiet);
    webhooks = new Webhooks(clock, outbox);
    secrets = new WebhookSecrets(sealer, clock);
    sender = new WebhookSender(on.database, clock, http, secrets, async () => turn);
    orgId = randomUUID();
    turnId = randomUUID();
    turn = { id: turnId, state: 'completed', reply: { text: 'Grüße, مرحبا' } };
    answers = [{ status: 204 }];
    receiver.received.length = 0;
  });

  afterEach(() => http.close());

  afterAll(async () => {
    await receiver?.stop();
  });

  const inOrg = <T>(work: (tx: OrgTransaction) => Promise<T>) => on.database.forOrg(orgId, work);
  const add = (callbackUrl: string | null = `${receiver.url}/hook`, settings = noSettings as Settings) =>
    inOrg((tx) =>
      webhooks.add(
        tx,
        'turn.completed',
        { id: turnId, conversationId: randomUUID(), traceparent: newTraceparent(), callbackUrl },
        settings,
      ),
    );
  type Settings = { get(name: string): string | undefined };
  const deliveries = () =>
    inOrg((tx) =>
      tx.query<DeliveryRow>('SELECT * FROM webhook_deliveries WHERE org_id = $1 ORDER BY created_at, id'),
    );
  const delivery = async () => {
    const [row, more] = await deliveries();
    if (!row || more) throw new Error('expected one delivery');
    return row;
  };
  const attempts = () =>
    inOrg((tx) =>
      tx.query<{ seq: number; status: number | null; error: string | null }>(
        'SELECT seq, status, error FROM webhook_attempts WHERE org_id = $1 ORDER BY seq',
      ),
    );
  /** Makes the attempt that is due next, at its time. */
  async function nextAttempt(): Promise<void> {
    const [row] = await inOrg((tx) =>
      tx.query<{ id: string; run_at: Date }>(
        `SELECT id, run_at FROM outbox_tasks WHERE org_id = $1 AND state = 'pending' ORDER BY run_at LIMIT 1`,
      ),
    );
    if (!row) throw new Error('No attempt is due');
    if (row.run_at > clock.now()) clock.set(row.run_at);
    await run(row.id);
  }
  async function addAndAttempt(): Promise<void> {
    await add();
    await nextAttempt();
  }
  const run = (outboxTaskId: string) =>
    outbox.run(
      'deliver',
      { orgId, outboxTaskId },
      {
        work: (outboxTask, signal) => sender.attempt(outboxTask.orgId, outboxTask.payload, signal),
        onDead: (tx, { payload }, reason) => sender.markDead(tx, payload, reason),
      },
    );
  const headersOf = (index: number) => receiver.received[index]?.headers as Record<string, string>;

  it('delivers the turn with a signature that the standard library accepts', async () => {
    await addAndAttempt();
    const { id } = await delivery();
    const [request] = receiver.received;
    expect(request).toMatchObject({ method: 'POST', url: '/hook' });
    expect(headersOf(0)).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    const { current } = await inOrg((tx) => secrets.of(tx));
    expect(current).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const timestamp = clock.now().toISOString();
    expect(new Webhook(current).verify(request?.body ?? '', headersOf(0))).toEqual({
      type: 'turn.completed',
      timestamp,
      data: turn,
    });
    expect(() => new Webhook(current).verify(`${request?.body} `, headersOf(0))).toThrow(/signature/i);
    expect(await delivery()).toMatchObject({
      state: 'delivered',
      attempts: 1,
      last_status: 204,
      next_attempt_at: null,
    });
    expect(await attempts()).toEqual([{ seq: 1, status: 204, error: null }]);
  });

  it('uses the org’s receiver if the message names none, and creates no delivery without one', async () => {
    await add(null, { get: (name) => (name === 'WEBHOOK_URL' ? `${receiver.url}/org` : undefined) });
    await nextAttempt();
    expect(receiver.received[0]?.url).toBe('/org');
    orgId = randomUUID();
    await add(null);
    expect(await deliveries()).toEqual([]);
    await expect(nextAttempt()).rejects.toThrow('No attempt is due');
  });

  it.each([
    '\r\nx-forged: 1',
    '%0d%0ax-forged:%201',
    '\nx-forged: 1\r\n\r\nGET /other',
    '?a=\r\nx-forged: 1',
  ])('sends no header of others and no other request for a receiver at /hook%j', async (more) => {
    turn = { id: turnId, reply: { text: '\r\n\r\nx-forged: 1\r\n' } };
    await add(`${receiver.url}/hook${more}`);
    await nextAttempt();
    expect(receiver.received).toHaveLength(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({ data: turn });
    expect(Object.keys(headersOf(0)).sort().join(' ')).toBe(
      'accept-encoding connection content-length content-type host user-agent webhook-id webhook-signature webhook-timestamp',
    );
  });

  it('reaches a receiver that was unavailable, once and under the same id', async () => {
    answers = [
      { status: 500 },
      { status: 503 },
      { status: 302, headers: { location: '/' } },
      { status: 200 },
    ];
    await add();
    for (let attempt = 0; attempt < 4; attempt += 1) await nextAttempt();
    const { id } = await delivery();
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([id, id, id, id]);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(await attempts()).toEqual([
      { seq: 1, status: 500, error: 'The receiver answered with status 500.' },
      { seq: 2, status: 503, error: 'The receiver answered with status 503.' },
      { seq: 3, status: 302, error: 'The receiver answered with status 302.' },
      { seq: 4, status: 200, error: null },
    ]);
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 4, last_error: null });
    await expect(nextAttempt()).rejects.toThrow('No attempt is due');
  });

  it('fails after a day, and can be sent again', async () => {
    answers = [{ status: 500 }];
    await add();
    const began = clock.now().getTime();
    for (let attempt = 0; attempt < 9; attempt += 1) await nextAttempt();
    expect(clock.now().getTime() - began).toBeGreaterThan(18 * HOUR);
    const { id } = await delivery();
    expect(await delivery()).toMatchObject({ state: 'failed', attempts: 9, last_status: 500 });
    await expect(nextAttempt()).rejects.toThrow('No attempt is due');
    answers = [{ status: 200 }];
    await inOrg((tx) => webhooks.replay(tx, id));
    expect(await delivery()).toMatchObject({ state: 'pending', round: 1, attempts: 9 });
    const twice = inOrg((tx) => webhooks.replay(tx, id));
    await expect(twice).rejects.toBeInstanceOf(NotReplayableError);
    await nextAttempt();
    expect(await delivery()).toMatchObject({ id, state: 'delivered', attempts: 10 });
    expect(headersOf(9)['webhook-id']).toBe(id);
    const unlessArrived = inOrg((tx) => webhooks.replay(tx, id, { onlyFailed: true }));
    await expect(unlessArrived).rejects.toBeInstanceOf(NotReplayableError);
    expect(await delivery()).toMatchObject({ state: 'delivered', round: 1 });
    const foreign = on.database.forOrg(randomUUID(), (tx) => webhooks.replay(tx, id));
    await expect(foreign).rejects.toBeInstanceOf(NotReplayableError);
  });

  it('counts no attempt while our own database is unavailable', async () => {
    let away = true;
    sender = new WebhookSender(on.database, clock, http, secrets, async () => {
      if (away) throw new DatabaseUnavailableError(new Error('restarting'));
      return turn;
    });
    await addAndAttempt();
    expect(await delivery()).toMatchObject({ state: 'pending', attempts: 0, last_error: null });
    away = false;
    await nextAttempt();
    expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  it('fails if its workers die at each attempt, and can be sent again', async () => {
    await add();
    const { id } = await delivery();
    const [outboxTask] = await inOrg((tx) =>
      tx.query<{ id: string }>(
        `UPDATE outbox_tasks SET state = 'running', attempts = 1, starts = 25, lease_token = gen_random_uuid(),
                lease_until = clock_timestamp() - interval '1 second' WHERE org_id = $1 RETURNING id`,
      ),
    );
    await run(outboxTask?.id ?? '');
    expect(receiver.received).toEqual([]);
    expect(await delivery()).toMatchObject({ state: 'failed', attempts: 0, next_attempt_at: null });
    expect((await delivery()).last_error).toBe('The task was started 26 times and never ended');
    await inOrg((tx) => webhooks.replay(tx, id));
    await nextAttempt();
    expect(await delivery()).toMatchObject({ id, state: 'delivered', attempts: 1, last_error: null });
  });

  describe('a late worker', () => {
    const signal = new AbortController().signal;
    const attemptOf = (round: number) => async () =>
      sender.attempt(orgId, { deliveryId: (await delivery()).id, round }, signal);
    /** The attempt that is under way while `meanwhile` happens. */
    async function late(status: number, meanwhile: () => Promise<unknown>): Promise<void> {
      answers = [{ status, before: meanwhile }, { status: 200 }];
      await attemptOf(0)();
    }

    it('does not undo the delivery of another worker', async () => {
      await add();
      await late(500, attemptOf(0));
      expect(await delivery()).toMatchObject({ state: 'delivered', attempts: 1, last_status: 200 });
    });

    it('records its delivery although another worker has failed it', async () => {
      await add();
      const { id: deliveryId } = await delivery();
      const markDead = () => inOrg((tx) => sender.markDead(tx, { deliveryId, round: 0 }, 'died'));
      await late(200, markDead);
      expect(await delivery()).toMatchObject({ state: 'delivered', last_error: null });
    });

    it('changes nothing in a later round', async () => {
      await add();
      const { id: deliveryId } = await delivery();
      await late(410, () =>
        inOrg(async (tx) => {
          await sender.markDead(tx, { deliveryId, round: 0 }, 'died');
          await webhooks.replay(tx, deliveryId);
        }),
      );
      const again = { state: 'pending', round: 1, attempts: 0 };
      expect(await delivery()).toMatchObject(again);
      await attemptOf(0)();
      await inOrg((tx) => sender.markDead(tx, { deliveryId, round: 0 }, 'died again'));
      expect(await delivery()).toMatchObject(again);
      await attemptOf(1)();
      expect(await delivery()).toMatchObject({ state: 'delivered', round: 1, attempts: 1 });
    });
  });

  it('fails at once if the receiver answers 410', async () => {
    answers = [{ status: 410 }];
    await addAndAttempt();
    expect(await delivery()).toMatchObject({ state: 'failed', attempts: 1, last_status: 410 });
  });

  it('waits as long as the receiver requests', async () => {
    answers = [{ status: 429, headers: { 'retry-after': '7200' } }];
    await addAndAttempt();
    const { next_attempt_at: next } = await delivery();
    expect(next?.getTime()).toBe(clock.now().getTime() + 2 * HOUR);
  });

  it('fails for a private receiver that is not allowed, and names the setting', async () => {
    sender = new WebhookSender(on.database, clock, new OutboundHttp([], clock), secrets, async () => turn);
    await addAndAttempt();
    expect(receiver.received).toEqual([]);
    expect(await delivery()).toMatchObject({ state: 'failed', attempts: 1, last_status: null });
    expect((await delivery()).last_error).toContain('HTTP_ALLOW_HOSTS');
  });

  it('fails if the turn no longer exists', async () => {
    turn = undefined;
    await addAndAttempt();
    expect(await delivery()).toMatchObject({ state: 'failed', last_error: 'The turn no longer exists.' });
  });

  describe('the secret', () => {
    it('is created once, also by simultaneous first uses', async () => {
      const both = await Promise.all([1, 2].map(() => inOrg((tx) => secrets.of(tx))));
      expect(both[0]?.current).toBe(both[1]?.current);
    });

    it('is stored encrypted', async () => {
      await inOrg((tx) => secrets.of(tx));
      const [row] = await inOrg((tx) =>
        tx.query<{ secret: string }>('SELECT secret FROM webhook_secrets WHERE org_id = $1'),
      );
      expect(row?.secret).toMatch(`${orgId}/webhook-secret|whsec_`);
    });

    it('signs together with the previous one for a day after a rotation', async () => {
      const before = await inOrg((tx) => secrets.of(tx));
      const after = await inOrg((tx) => secrets.rotate(tx));
      expect(after).toMatchObject({ previous: before.current });
      expect(after.current).not.toBe(before.current);
      await add();
      await nextAttempt();
      for (const secret of [before.current, after.current])
        new Webhook(secret).verify(receiver.received[0]?.body ?? '', headersOf(0));
      expect(headersOf(0)['webhook-signature']?.split(' ')).toHaveLength(2);
      clock.advance(25 * HOUR);
      expect(await inOrg((tx) => secrets.of(tx))).toEqual({
        current: after.current,
        previous: undefined,
        previousUntil: undefined,
      });
    });
  });
});
