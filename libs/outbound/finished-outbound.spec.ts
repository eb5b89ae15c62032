import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { describeWith } from '../../test/harness/services.ts';
import { suiteDatabase } from '../../test/harness/suite-database.ts';
import {
  DELIVERIES_KEPT_MS,
  MAIL_KEPT_MS,
  removeFinishedDeliveries,
  removeOldMail,
} from './finished-outbound.repository.ts';

describeWith('postgres', 'finished deliveries and mails', () => {
  const on = suiteDatabase();
  const orgs = [randomUUID(), randomUUID(), randomUUID()];
  const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));

  const ago = (ms: number) => new Date(clock.now().getTime() - ms);
  const inEachOrg = (sql: string, parameters: unknown[]) =>
    Promise.all(orgs.map((orgId) => on.database.forOrg(orgId, (tx) => tx.execute(sql, parameters))));
  const left = (sql: string) =>
    on.database.asPlatform('a test looks', async (tx) =>
      (await tx.query<{ name: string }>(sql)).map(({ name }) => name),
    );

  it('are deleted 30 days after the end of a delivery, with its attempts, in every org', async () => {
    const deliver = (url: string, state: string, createdAt: Date, finishedAt: Date | null, copies = 1) =>
      inEachOrg(
        `WITH made AS (
           INSERT INTO webhook_deliveries (org_id, id, turn_id, conversation_id, event, url, state, round_began_at,
             created_at, finished_at)
           SELECT $1::uuid, gen_random_uuid(), $1::uuid, $1::uuid, 'turn.completed', $2, $3, $4, $4, $5::timestamptz
             FROM generate_series(1, $6::integer) RETURNING org_id, id)
         INSERT INTO webhook_attempts (org_id, delivery_id, seq, duration_ms, at)
         SELECT org_id, id, 1, 1, $4 FROM made`,
        [url, state, createdAt, finishedAt, copies],
      );
    const [old, recent] = [ago(DELIVERIES_KEPT_MS + 1), ago(DELIVERIES_KEPT_MS)];
    await deliver('old', 'delivered', old, old, 501);
    await deliver('old and sent again since', 'failed', old, recent);
    await deliver('old and on its way', 'pending', old, null);
    await deliver('recent', 'failed', recent, recent);
    expect(await removeFinishedDeliveries(on.database, clock)).toBe(orgs.length * 501);
    expect(await removeFinishedDeliveries(on.database, clock)).toBe(0);
    const kept = ['old and on its way', 'old and sent again since', 'recent'].flatMap((name) =>
      orgs.map(() => name),
    );
    expect(await left('SELECT url AS name FROM webhook_deliveries ORDER BY 1')).toEqual(kept);
    expect(
      await left(`SELECT d.url AS name FROM webhook_attempts a LEFT JOIN webhook_deliveries d
                    ON d.org_id = a.org_id AND d.id = a.delivery_id ORDER BY 1`),
    ).toEqual(kept);
  });

  it('are deleted 30 days after a mail was written, unless its outcome is unknown', async () => {
    const write = (state: string, createdAt: Date) =>
      inEachOrg(
        `INSERT INTO outbox_messages (org_id, id, key, transport, state, recipients, subject, text, created_at)
         VALUES ($1, gen_random_uuid(), gen_random_uuid(), 'smtp', $2, '{}', 's', 't', $3)`,
        [state, createdAt],
      );
    for (const state of ['stored', 'sending', 'sent', 'failed']) await write(state, ago(MAIL_KEPT_MS + 1));
    await write('stored', ago(MAIL_KEPT_MS));
    expect(await removeOldMail(on.database, clock)).toBe(orgs.length * 3);
    expect(await left('SELECT state AS name FROM outbox_messages ORDER BY 1')).toEqual(
      ['sending', 'stored'].flatMap((name) => orgs.map(() => name)),
    );
  });
});
