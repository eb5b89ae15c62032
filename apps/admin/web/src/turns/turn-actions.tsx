import type { ConsoleTurn } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { RetryTurns } from './retry-turns.tsx';
import { LinkButton } from '../ui/link-button.tsx';

export function TurnActions({ turn }: { turn: ConsoleTurn }) {
  const may = usePermissions();
  if (!may.work) return null;
  return (
    <>
      <LinkButton
        variant="subtle"
        color="gray"
        size="compact-xs"
        to="/playground"
        search={{ org: turn.org.slug, from: turn.id, beside: 'yes' }}
      >
        Try in playground
      </LinkButton>
      <RetryTurns turns={[turn]} withKey />
    </>
  );
}
