import { randomUUID } from 'node:crypto';
import { ArtifactService, FileService } from '#artifacts';
import { Database } from '#database';
import { UserService } from '#identity';
import { CONVERSATION_SUMMARY, platformArtifactKinds, ToolOverrides } from '#tools';
import { Approvals } from '#turns';
import { eventually } from '../../../test/harness/eventually.ts';
import { describeWith } from '../../../test/harness/services.ts';
import { useApi } from '../testing/api-of-test.fixture.ts';

/** Stands in everything that the contact says, and in nothing else. */
const NEEDLE = 'zebracrossing';

describeWith('postgres', 'contacts', () => {
  const api = useApi();
  let database: Database;
  let orgId: string;

  beforeAll(() => {
    database = api.app.get(Database);
    ({ orgId } = api);
  });

  async function call(method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) {
    const headers = { authorization: `Bearer ${api.key}` };
    const response = await api.app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    return {
      status: response.statusCode,
      text: response.body,
      json: () => response.json<Record<string, never>>(),
    };
  }

  /** What a contact leaves in the system, also what only a worker writes. */
  async function leaveTraces(contact: string, word: string) {
    const file = await api.app
      .get(FileService)
      .store(orgId, { name: `${word}.txt`, content: Buffer.from(word) });
    const answer = await call('POST', '/v1/messages', {
      contact,
      channel: 'chat',
      text: `I like the ${word}`,
      attachments: [{ fileId: file.id }],
    });
    const turn = answer.json() as unknown as { turnId: string; conversationId: string; traceId: string };
    const approvalId = randomUUID();
    await database.forOrg(orgId, async (tx) => {
      await tx.execute(
        `WITH step AS (
           INSERT INTO turn_steps (org_id, turn_id, key, request_hash, outcome)
           VALUES ($1, $2, 'model:1', 'x', to_jsonb($5::text))
         ), call AS (
           INSERT INTO tool_calls (org_id, id, turn_id, conversation_id, tool, pack, arguments, result, success, attempts,
             duration_ms, channel, caller_kind, created_at)
           VALUES ($1, gen_random_uuid(), $2, $3, 't', 'estio', jsonb_build_object('q', $5::text), '{}', true, 1, 1, 'chat',
             'contact', now())
         ), insight AS (
           INSERT INTO insights (org_id, id, contact_id, text, normalized_text, category, source, embedding_model,
             embedding, said_at, created_at, updated_at)
           VALUES ($1, gen_random_uuid(), $4, $5, $5, 'preference', 'user_noted', 'x',
             array_fill(0::real, ARRAY[768])::vector, now(), now(), now())
         ), feedback AS (
           INSERT INTO turn_feedback (org_id, turn_id, author, rating, comment, created_at, updated_at)
           VALUES ($1, $2, 'key:1', 'up', $5, now(), now())
         ), shared AS (
           INSERT INTO shared_contexts (org_id, conversation_id, kind, location, shared_at)
           VALUES ($1, $3, 'location', jsonb_build_object('city', $5::text), now())
         ), approval AS (
           INSERT INTO approvals (org_id, id, turn_id, conversation_id, step_key, tool, arguments, arguments_hash, reason,
             requested_at, expires_at)
           VALUES ($1, $6, $2, $3, 'tool:1:0', 't', jsonb_build_object('q', $5::text), 'h', 'r', now(),
             now() + interval '1 hour')
         ), effect AS (
           INSERT INTO tool_effects (org_id, key, tool, conversation_id, arguments, arguments_hash, state, started_at)
           VALUES ($1, gen_random_uuid(), 't', $3, jsonb_build_object('q', $5::text), 'h', 'done', now())
         ), mail AS (
           INSERT INTO outbox_messages (org_id, id, key, transport, state, recipients, subject, text, created_at)
           VALUES ($1, gen_random_uuid(), $2::uuid || ':tool:1:0', 'outbox', 'stored', '{}', $5, $5, now())
         ), asked AS (
           INSERT INTO feature_requests (org_id, id, title, meaning, description, category, urgency, created_at, updated_at)
           VALUES ($1, gen_random_uuid(), $5, $5, $5, 'tool', 'normal', now(), now()) RETURNING id
         ), occurrence AS (
           INSERT INTO feature_request_occurrences (org_id, id, request_id, contact_id, quote, created_at)
           SELECT $1, gen_random_uuid(), id, $4, $5, now() FROM asked
         )
         INSERT INTO ranker_versions (org_id, version, serving, verdict, examples, tools, trained_until, train_ms,
           comparison, state, created_at)
         SELECT $1, 1 + coalesce(max(version), 0), false, 'worse', 1, 1, now(), 1, '{}', convert_to('weights', 'UTF8'), now()
           FROM ranker_versions WHERE org_id = $1`,
        [turn.turnId, turn.conversationId, contact, word, approvalId],
      );
      for (const text of [word, `${word} again`])
        await api.app.get(ArtifactService).write(
          tx,
          {
            conversationId: turn.conversationId,
            kinds: platformArtifactKinds,
            author: { kind: 'system', turnId: turn.turnId },
            announce: true,
          },
          { kind: CONVERSATION_SUMMARY, content: text },
          { parts: { facts: [text] } },
        );
    });
    // A miss of the broker that an admin turned into an example.
    const miss = { example: `I like the ${word}`, reason: 'a miss' };
    await api.app.get(ToolOverrides).addExample(orgId, 'search_properties', miss, { kind: 'system' });
    const mia = { orgId, email: null, handle: 'mia', name: 'Mia', role: 'member' as const };
    const user = await api.app.get(UserService).ensure(mia);
    await api.app
      .get(Approvals)
      .decide(orgId, approvalId, { decision: 'refuse', comment: word }, user, 'user');
    return { ...turn, file };
  }

  /** Tables in which a word stands, in whatever column. */
  async function tablesWith(word: string): Promise<string[]> {
    const found: string[] = [];
    const tables = await database.dataSource.query<{ name: string }[]>(
      `SELECT quote_ident(table_name) AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`,
    );
    for (const { name } of tables) {
      const [row] = await database.dataSource.query<{ n: number }[]>(
        `SELECT count(*)::int AS n FROM ${name} t WHERE t::text LIKE $1 OR convert_from(
           CASE WHEN starts_with(to_jsonb(t)->>'content', '\\x') THEN decode(substr(to_jsonb(t)->>'content', 3), 'hex') END, 'LATIN1') LIKE $1`,
        [`%${word}%`],
      );
      if (row?.n) found.push(name);
    }
    return found;
  }

  it('exports and erases everything about one contact and nothing about others', async () => {
    const ann = `ann ${NEEDLE}/é`;
    await leaveTraces(ann, NEEDLE);
    await leaveTraces('bob', 'lighthouse');
    const url = `/v1/contacts/${encodeURIComponent(ann)}`;
    const before = await tablesWith(NEEDLE);
    expect(before).toEqual(
      expect.arrayContaining(
        `approvals artifact_versions artifacts contacts conversations estio_contacts
          feature_request_occurrences feature_requests file_contents files insights messages outbox_messages
          shared_contexts tool_calls tool_effects tool_overrides turn_feedback turn_steps turns`.split(/\s+/),
      ),
    );
    const exported = await call('GET', `${url}/export`);
    expect(exported.status).toBe(200);
    expect(exported.json()).toMatchObject({
      contact: { id: ann },
      records: {
        turns: {
          messages: [expect.objectContaining({ text: `I like the ${NEEDLE}` })],
          turns: [expect.any(Object)],
          turn_feedback: [{ comment: NEEDLE }],
        },
        memory: { insights: [expect.objectContaining({ text: NEEDLE })] },
        artifacts: {
          artifact_versions: [
            expect.objectContaining({ content: NEEDLE }),
            expect.objectContaining({ content: `${NEEDLE} again` }),
          ],
        },
        files: { files: [expect.objectContaining({ name: `${NEEDLE}.txt` })] },
        tool_examples: {
          tool_overrides: [1, 2].map((version) => ({
            tool: 'search_properties',
            version,
            examples: [`I like the ${NEEDLE}`],
          })),
        },
        estio: { estio_contacts: [expect.objectContaining({ id: ann })] },
      },
    });
    expect(exported.text).not.toContain('lighthouse');
    expect(exported.text).not.toContain('embedding');

    const others = await tablesWith('lighthouse');
    const erased = await call('DELETE', url);
    expect(erased.status).toBe(200);
    expect(erased.json()).toMatchObject({
      contactHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      deleted: {
        identity: { contacts: 1 },
        turns: { turns: 1, messages: 1, conversations: 1, tool_calls: 1, turn_steps: 1, turn_feedback: 1 },
        memory: { insights: 1 },
        artifacts: { artifacts: 1, artifact_versions: 2 },
        files: { files: 1 },
        tool_examples: { tool_overrides: 2 },
        rankers: { ranker_versions: 2 },
        estio: { estio_contacts: 1 },
      },
    });
    expect(await tablesWith(NEEDLE)).toEqual([]);
    expect(await tablesWith('lighthouse')).toEqual(others);
    const hash = (erased.json() as unknown as { contactHash: string }).contactHash;
    const audit = await database.forOrg(orgId, (tx) =>
      tx.query(`SELECT action FROM audit_log WHERE org_id = $1 AND target = $2 ORDER BY at`, [
        `contact:sha256:${hash}`,
      ]),
    );
    expect(audit).toEqual([{ action: 'contact.export' }, { action: 'contact.erase' }]);
    for (const again of [await call('DELETE', url), await call('GET', `${url}/export`)]) {
      expect(again.status).toBe(404);
      expect(again.text).not.toContain(NEEDLE);
    }
  });

  it('are erased in batches, however much there is', async () => {
    const { turnId } = await leaveTraces('carol', 'harbour');
    await database.forOrg(orgId, (tx) =>
      tx.execute(
        `INSERT INTO turn_events (org_id, turn_id, seq, type, payload, at)
         SELECT $1, $2, n, 'text.delta', '{"text":"harbour"}', now() FROM generate_series(100, 1400) n`,
        [turnId],
      ),
    );
    const erased = await call('DELETE', '/v1/contacts/carol');
    expect(erased.json()).toMatchObject({ deleted: { turns: { turn_events: 1_303 } } });
    expect(await tablesWith('harbour')).toEqual([]);
  });

  it('refuses erasure while a worker holds a turn of the contact', async () => {
    const { turnId } = await leaveTraces('dora', 'orchard');
    await database.forOrg(orgId, (tx) =>
      tx.execute(
        `UPDATE turns SET state = 'running', lease_token = gen_random_uuid(),
           lease_until = clock_timestamp() + interval '1 hour' WHERE org_id = $1 AND id = $2`,
        [turnId],
      ),
    );
    const before = await tablesWith('orchard');
    const write = () => call('POST', '/v1/messages', { contact: 'dora', channel: 'chat', text: 'Hello' });
    const erasing = call('DELETE', '/v1/contacts/dora');
    await eventually(async () => {
      const meanwhile = await write();
      expect(meanwhile.status).toBe(409);
      expect(meanwhile.text).toContain('being erased');
    });
    expect((await erasing).status).toBe(409);
    expect(await tablesWith('orchard')).toEqual(before);
    expect((await write()).status).toBe(202);
    await database.forOrg(orgId, (tx) =>
      tx.execute(`UPDATE turns SET lease_until = clock_timestamp() WHERE org_id = $1 AND id = $2`, [turnId]),
    );
    expect((await call('DELETE', '/v1/contacts/dora')).status).toBe(200);
    expect(await tablesWith('orchard')).toEqual([]);
  });

  it('accepts messages again after an interrupted erasure has expired', async () => {
    const write = () => call('POST', '/v1/messages', { contact: 'eve', channel: 'chat', text: 'Hello' });
    const markUntil = (minutes: number) =>
      database.forOrg(orgId, (tx) =>
        tx.execute(
          `UPDATE contacts SET erasing_until = now() + $2 * interval '1 minute' WHERE org_id = $1 AND id = 'eve'`,
          [minutes],
        ),
      );
    expect((await write()).status).toBe(202);
    await markUntil(2);
    expect((await write()).status).toBe(409);
    await markUntil(-1);
    expect((await write()).status).toBe(202);
  });
});
