import { type ChannelRules, type Tool, ToolError } from '#pack-kit';
import type { CallTime } from './call-time.ts';
import { raceWithAbort } from './race-with-abort.ts';

/** Whoever writes rather waits than reads that nothing can be said; a loaded machine takes so long to bring a process up. */
const MAX_START_MS = 60_000;

/**
 * Waits until the server of the tool runs. The limit of a call is for its answer and does not count the start, and no
 * attempt counts against a service that has not been asked yet. Who speaks on the phone, and a program, has no more time
 * than the call.
 *
 * @throws ToolError where it is away now, or where there is no time to wait for it; the reason of the turn's signal.
 */
export async function waitForStart(
  tool: Tool,
  { channel, isProgram }: { channel: ChannelRules; isProgram: boolean },
  time: CallTime,
): Promise<void> {
  const starting = tool.start?.();
  if (!starting) return;
  if (channel === 'voice' || isProgram) await raceWithAbort(starting, time.signal);
  else await time.uncounted(starting, MAX_START_MS);
  const away = tool.away?.();
  if (away !== undefined) throw awayError(tool.name, away);
}

export function awayError(tool: string, away: string): ToolError {
  return new ToolError('UPSTREAM_UNAVAILABLE', `${tool} cannot be called now: ${away}.`);
}
