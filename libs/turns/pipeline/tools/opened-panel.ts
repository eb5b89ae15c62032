import type { ClaimedTurn } from '../../run/claim.repository.ts';
import type { RecordedToolCall } from '../turn-context.ts';

/** The drawer that a call of an earlier run of the turn has opened, as its result says. */
export function drawerOpened({ steps }: Pick<ClaimedTurn, 'steps'>): string | undefined {
  for (const { outcome } of steps.values()) {
    const { success, modelText } = (outcome ?? {}) as Partial<RecordedToolCall>;
    if (!success || !modelText?.includes('"drawer"')) continue;
    const { data } = JSON.parse(modelText) as { data?: { drawer?: unknown; opened?: unknown } };
    if (data?.opened === true && typeof data.drawer === 'string') return data.drawer;
  }
  return undefined;
}
