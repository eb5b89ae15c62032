import { Client } from 'pg';

/** A stop does not wait for the answer longer than this. */
const TIMEOUT_MS = 1_000;

/** How many turns run in this database; undefined where it does not say in time. */
export async function countRunningTurns(connectionString: string): Promise<number | undefined> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM turns WHERE state = 'running' AND lease_until > clock_timestamp()`,
    );
    return Number(rows[0]?.count);
  } catch {
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** What a stop says first. */
export function stoppingLine(running: number | undefined, waitSeconds: number): string {
  if (!running) return 'Stopping …';
  const turns = running === 1 ? '1 running turn' : `${running} running turns`;
  return `Stopping … waits up to ${waitSeconds} s for ${turns}; Ctrl-C again does not wait.`;
}
