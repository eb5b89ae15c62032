import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconMapQuestion } from '@tabler/icons-react';
import { EmptyState } from '../ui/notice.tsx';

export function NotFoundPage() {
  return (
    <EmptyState
      icon={<IconMapQuestion size={22} stroke={1.6} />}
      title="There is no such page"
      action={
        <Button variant="default" component={Link} to="/turns">
          To the turns
        </Button>
      }
    >
      The address may be mistyped, or lead to a room that this version of the console does not have.
    </EmptyState>
  );
}
