import { trace } from '@opentelemetry/api';
import { wholeNumberSetting } from '#identity';
import type { LoadedTurn, TurnPorts } from '../turn-context.ts';
import { withinTime } from './within-time.ts';

/** Looks up material for the prompt within the org's time limit. Without it, the turn goes on, and says what is missing. */
export async function lookUp<Item>(
  ports: Pick<TurnPorts, 'logger'>,
  turn: LoadedTurn,
  { what, work }: { what: string; work: () => Promise<Item[]> },
): Promise<{ items: Item[]; problems: string[] }> {
  const limitMs = wholeNumberSetting(turn.settings, 'CONTEXT_TIMEOUT_MS');
  try {
    const items = await withinTime(work(), limitMs);
    if (items) return { items, problems: [] };
    return { items: [], problems: [`${what}: not found within ${limitMs} ms`] };
  } catch (error) {
    turn.signal.throwIfAborted();
    ports.logger.warn({ err: error, turnId: turn.row.id }, `${what} could not be looked up`);
    trace.getActiveSpan()?.recordException(error as Error);
    return { items: [], problems: [`${what}: the look-up failed`] };
  }
}
