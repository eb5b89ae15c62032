import type { EarlierRuns } from '../../run/claimed-turn.ts';
import type { RecordedToolCall } from '../recorded-calls.ts';

/** The panel that a tool call of an earlier run opened, according to its result. */
export function openedPanel({ steps }: Pick<EarlierRuns, 'steps'>): string | undefined {
  for (const { outcome } of steps.values()) {
    const { success, modelText } = (outcome ?? {}) as Partial<RecordedToolCall>;
    if (!success || !modelText?.includes('"drawer"')) continue;
    const { data } = JSON.parse(modelText) as { data?: { drawer?: unknown; opened?: unknown } };
    if (data?.opened === true && typeof data.drawer === 'string') return data.drawer;
  }
  return undefined;
}
