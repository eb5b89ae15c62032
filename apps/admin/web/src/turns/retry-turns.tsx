import { retriedTurns, type ConsoleTurn } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';

interface RetryTurnsProps {
  /** The turns in view; the failed ones are retried. */
  turns: readonly Pick<ConsoleTurn, 'id' | 'state' | 'error'>[];
  /** Called afterwards, to show the retried turns. */
  onRetried?: (ids: string[]) => void;
  /** Registers the shortcut `r`; at most one per page. */
  withKey?: boolean;
}

/** Maximum of the server per request. */
const MAX_RETRIED_AT_ONCE = 200;

/** Retries failed turns after a confirmation; renders nothing without failed turns or permission. */
export function RetryTurns({ turns, onRetried, withKey = false }: RetryTurnsProps) {
  const may = usePermissions();
  const failed = turns.filter(({ state }) => state === 'failed').slice(0, MAX_RETRIED_AT_ONCE);
  const many = `${failed.length.toLocaleString('en-US')} failed turn${failed.length === 1 ? '' : 's'}`;
  if (failed.length === 0 || !may.work) return null;
  const byError = Map.groupBy(failed, ({ error }) => error?.class ?? 'without an error');
  return (
    <ChangeButton
      label={turns.length === 1 ? 'Retry…' : `Retry ${many}…`}
      look={{ size: 'compact-xs' }}
      shortcut={withKey ? { group: 'Turns', does: `Retry ${many}` } : undefined}
      title={`Retry ${many}?`}
      confirm={`Retry ${many}`}
      change={{
        request: () => ({
          method: 'POST',
          path: '/admin/turns/retry',
          body: { ids: failed.map(({ id }) => id) },
        }),
        invalidates: ['turns', 'turn', 'trace', 'conversation-turns', 'overview'],
        done: (_, answer) => {
          const { retried } = retriedTurns.parse(answer);
          return retried.length === 1 ? 'The turn runs again' : `${retried.length} turns run again`;
        },
        onSuccess: (answer) => {
          const { retried } = retriedTurns.parse(answer);
          // If no turn was retried, the list stays unchanged.
          if (retried.length > 0) onRetried?.(retried);
        },
      }}
    >
      <p>{[...byError].map(([name, of]) => `${of.length} × ${name}`).join(', ')}</p>
      <p>
        Each turn resumes where it stopped, at its place in the conversation. Completed tool effects are not
        repeated and finished model calls are not paid for twice. The router chooses the model again.
      </p>
    </ChangeButton>
  );
}
