import { IconMessageOff } from '@tabler/icons-react';
import type { ConsoleTurnFilter } from '#contracts/console';
import { LinkButton } from '../ui/link-button.tsx';
import { EmptyState } from '../ui/notice.tsx';

/** Page for an unknown turn id. */
export function TurnNotFound({ turnId, filters }: { turnId: string; filters: ConsoleTurnFilter }) {
  return (
    <EmptyState
      icon={<IconMessageOff size={22} stroke={1.6} />}
      title={`No turn ${turnId}`}
      action={
        <LinkButton to="/turns" search={filters}>
          All turns
        </LinkButton>
      }
    >
      The address may be wrong, or the turn was deleted or belongs to another org.
    </EmptyState>
  );
}
