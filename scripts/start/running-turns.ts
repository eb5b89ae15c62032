import { Client } from 'pg';

/** A stop waits this long for the answer. */
const TIMEOUT_MS = 1_000;

/** The number of running turns; undefined when the database does not answer in time. */
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

/** The first line of a stop. */
export function stoppingLine(running: number | undefined, waitSeconds: number): string {
  if (!running) return 'Stopping …';
  const turns = running === 1 ? '1 running turn' : `${running} running turns`;
  return `Stopping … waits up to ${waitSeconds} s for ${turns}; Ctrl-C again does not wait.`;
}
