import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { Installation, type Backend } from '../../test/harness/installation.ts';
import { summarize } from '../statistics.ts';
import { means, type Flood, type MeansName } from './means.ts';

const PROBE_EVERY_MS = 250;
/** The flood is under way before the first single message. */
const LEAD_MS = 2_000;
const PAUSE_AFTER_REFUSAL_MS = 100;
const POLL_MS = 250;
const PATIENCE_MS = 120_000;
const QUIET_ORG = 'maker';
const OPEN_TURNS_OF_FLOOD = `SELECT 1 FROM turns WHERE contact_id NOT LIKE 'single-%' AND state IN ('queued', 'running')`;
const UNLIMITED = `UPDATE orgs SET default_pack = 'estio', packs = '{estio}', settings = settings || '{"MESSAGES_PER_MINUTE":"0"}'`;

/** Measures the single messages of one org while another floods an installation of its own by one means. */
export async function measureMeans(
  name: MeansName,
  settings: { backend: Backend; messages: number; probes: number },
  env: Record<string, string>,
) {
  const installation = await Installation.start({ backend: settings.backend, env });
  const database = new Client({ connectionString: installation.database.url });
  const end = new AbortController();
  try {
    await database.connect();
    await database.query(UNLIMITED);
    // Settings of the orgs are cached for 2 s.
    await delay(2_500);
    const flooding = flood(name, { installation, signal: end.signal }, settings.messages);
    await delay(LEAD_MS);
    const sentAt = new Map<string, number>();
    const acceptedMs: number[] = [];
    const probes = Array.from({ length: settings.probes }, async (_, number) => {
      await delay(number * PROBE_EVERY_MS);
      const contact = `single-${number}`;
      sentAt.set(contact, Date.now());
      const message = {
        contact,
        channel: 'chat',
        agent: 'searcher',
        text: 'Apartments in Paphos under 200k',
      };
      const body = JSON.stringify(message);
      const response = await installation.request('/v1/messages', { method: 'POST', body, org: QUIET_ORG });
      acceptedMs.push(Date.now() - (sentAt.get(contact) ?? 0));
      return response.status === 202;
    });
    const refused = (await Promise.all(probes)).filter((isAccepted) => !isAccepted).length;
    const ended = await endsOf(database, settings.probes - refused);
    end.abort();
    const { rows: open } = await database.query(OPEN_TURNS_OF_FLOOD);
    const singleMs = ended.map(({ contact, at }) => at.getTime() - (sentAt.get(contact) ?? 0));
    const unended = Array.from({ length: settings.probes - refused - ended.length }, () => PATIENCE_MS);
    return {
      singleMs: summarize([...singleMs, ...unended], [50, 95, 99]),
      acceptMs: summarize(acceptedMs, [50, 95, 99]),
      refused,
      failed: settings.probes - refused - ended.filter(({ state }) => state === 'completed').length,
      floodOpen: open.length,
      flood: await flooding,
    };
  } finally {
    end.abort();
    await database.end();
    await installation.stop();
  }
}

/** Sends requests until the end, and counts the answers by status; `0` for requests without an answer. */
async function flood(name: MeansName, { installation, signal }: Flood, most: number) {
  const { senders, send } = means[name];
  const statuses: Record<number, number> = {};
  let sent = 0;
  const sender = async () => {
    while (!signal.aborted && sent < most) {
      sent += 1;
      const status = await send({ installation, signal }, sent).then(
        async (response) => {
          // Reads a stream to its end.
          await response.arrayBuffer().catch(() => undefined);
          return response.status;
        },
        () => 0,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status >= 400) await delay(PAUSE_AFTER_REFUSAL_MS);
    }
  };
  await Promise.all(Array.from({ length: senders }, sender));
  return statuses;
}

/** Waits for the turns of the single messages. */
async function endsOf(database: Client, expected: number) {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await database.query<{ contact: string; at: Date; state: string }>(
      `SELECT contact_id AS contact, finished_at AS at, state FROM turns WHERE contact_id LIKE 'single-%' AND finished_at IS NOT NULL`,
    );
    if (rows.length >= expected || Date.now() > deadline) return rows;
    await delay(POLL_MS);
  }
}
