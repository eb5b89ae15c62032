// npm run bench -- context: cost of context blocks in conversations of 20 messages. See README.md beside this file.
import { Client } from 'pg';
import { Installation, backends } from '../../test/harness/installation.ts';
import { oneOf, readOptions, whole } from '../options.ts';
import { writeResult } from '../result.ts';
import { round } from '../statistics.ts';
import { serviceVersions } from '../versions.ts';

/** Ten messages of one contact; with the replies, a conversation has 20. */
const SCRIPT = [
  'Hello, I am Layla Hassan and I am looking for a flat in Paphos.',
  'Remember that I enjoy a view of the sea.',
  'Show me apartments in Paphos under 450k.',
  'My brother Nadim decides with me. Remember that the brother makes the decision.',
  'We have to move before 12 March. Remember that, please.',
  'And what about villas in Limassol under 900k?',
  'That is too expensive for us.',
  'Which views do I enjoy?',
  'We decided to go with two bedrooms and a balcony, at most 800 metres from the sea.',
  'What have we settled so far?',
];
const FLUSH_MS = 2_000;

const settings = readOptions('context', {
  backend: oneOf(backends, 'postgres', 'backend of the installation'),
  conversations: whole(20, 'conversations of 20 messages'),
  concurrency: whole(4, 'concurrent conversations'),
});

const installation = await Installation.start({ backend: settings.backend, env: { LOG_LEVEL: 'error' } });
const database = new Client({ connectionString: installation.database.url });
await database.connect();
try {
  await database.query(`UPDATE orgs SET settings = settings || '{"MESSAGES_PER_MINUTE":"0"}'`);
  let next = 0;
  const talkers = Array.from({ length: settings.concurrency }, async () => {
    while (next < settings.conversations) await converse((next += 1));
  });
  await Promise.all(talkers);
  await new Promise((resolve) => setTimeout(resolve, FLUSH_MS));
  const figures = { ...(await contextFigures()), ...(await summaryFigures()) };
  const redis = installation.settings.REDIS_URL;
  const services = await serviceVersions({ postgres: installation.database.url, redis });
  writeResult('context', settings, figures, services);
} finally {
  await database.end();
  await installation.stop();
}

async function converse(number: number): Promise<void> {
  for (const text of SCRIPT) {
    const body = JSON.stringify({ contact: `bench-${number}`, channel: 'chat', text });
    const response = await installation.request('/v1/messages?wait=25', { method: 'POST', body });
    if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
    await response.arrayBuffer();
  }
}

/** The context span of each turn, and the totals of its requests. Every round of a turn contains the blocks. */
async function contextFigures(): Promise<object> {
  const { rows } = await database.query<Record<string, number>>(`
    WITH given AS (
      SELECT s.latency_ms, coalesce((s.attributes->>'turnpike.context.tokens')::int, 0) AS tokens,
             t.prompt_tokens, t.model_rounds
        FROM spans s JOIN turns t ON t.org_id = s.org_id AND t.id = s.turn_id
       WHERE s.name = 'context' AND t.contact_id LIKE 'bench-%')
    SELECT count(*)::int AS turns,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY latency_ms) AS p50,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY latency_ms) AS p95,
           percentile_cont(0.99) WITHIN GROUP (ORDER BY latency_ms) AS p99,
           avg(tokens)::float8 AS tokens, max(tokens) AS most,
           sum(tokens * model_rounds)::float8 * 100 / sum(prompt_tokens - tokens * model_rounds) AS share
      FROM given`);
  const { turns, p50, p95, p99, tokens, most, share } = rows[0] ?? {};
  return {
    turns,
    contextMs: { p50: round(p50), p95: round(p95), p99: round(p99) },
    contextTokens: { mean: round(tokens), most },
    contextSharePct: round(share),
  };
}

async function summaryFigures(): Promise<object> {
  const { rows } = await database.query<{ versions: number; words: number }>(`
    SELECT count(*)::int AS versions, max(array_length(regexp_split_to_array(v.content, '\\s+'), 1)) AS words
      FROM artifact_versions v JOIN artifacts a ON a.org_id = v.org_id AND a.id = v.artifact_id
     WHERE a.kind = 'conversation_summary' AND a.contact_id LIKE 'bench-%'`);
  return { summaries: rows[0]?.versions, summaryWordsMost: rows[0]?.words };
}
