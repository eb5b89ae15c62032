import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconMapQuestion } from '@tabler/icons-react';
import { EmptyState } from '../ui/notice.tsx';
import { useTabTitle } from '../ui/use-tab-title.ts';

export function NotFoundPage() {
  useTabTitle('Page not found');
  return (
    <EmptyState
      icon={<IconMapQuestion size={22} stroke={1.6} />}
      title="Page not found"
      action={
        <Button variant="default" component={Link} to="/turns">
          To the turns
        </Button>
      }
    >
      Nothing is at this address. It may be mistyped.
    </EmptyState>
  );
}
