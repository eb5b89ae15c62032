import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConsoleTurn } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { RetryTurns } from './retry-turns.tsx';

/** Actions on a turn: open its message in the playground, and retry it after a failure. */
export function TurnActions({ turn }: { turn: ConsoleTurn }) {
  const may = usePermissions();
  if (!may.work) return null;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        renderRoot={(props) => (
          <Link to="/playground" search={{ org: turn.org.slug, from: turn.id, beside: 'yes' }} {...props} />
        )}
      >
        Try in playground
      </Button>
      <RetryTurns turns={[turn]} withKey />
    </>
  );
}
