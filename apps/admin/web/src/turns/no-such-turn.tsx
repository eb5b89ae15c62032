import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconMessageOff } from '@tabler/icons-react';
import type { ConsoleTurnFilter } from '#contracts/console';
import { EmptyState } from '../ui/notice.tsx';

/** The address names a turn that is not there. */
export function NoSuchTurn({ turnId, filters }: { turnId: string; filters: ConsoleTurnFilter }) {
  return (
    <EmptyState
      icon={<IconMessageOff size={22} stroke={1.6} />}
      title={`There is no turn ${turnId}`}
      action={
        <Button variant="default" renderRoot={(props) => <Link to="/turns" search={filters} {...props} />}>
          Back to the turns
        </Button>
      }
    >
      The address may be mistyped, or the turn may have been deleted or belong to another org.
    </EmptyState>
  );
}
