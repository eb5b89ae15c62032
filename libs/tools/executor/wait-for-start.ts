import { type ChannelRules, type Tool, ToolError } from '#pack-kit';
import type { CallTime } from './call-time.ts';
import { raceWithAbort } from './race-with-abort.ts';

/** Starting a process can take this long on a loaded machine. A chat user rather waits than gets an error. */
const MAX_START_MS = 60_000;

/**
 * Waits until the server of the tool runs. The start does not count against the time limit of the call, nor as a failed
 * attempt of the service. On voice and in programs, the start must fit into the time limit of the call.
 *
 * @throws ToolError if the server is unavailable or does not start in time; the reason of the turn's signal.
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
