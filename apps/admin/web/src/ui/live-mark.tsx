import { useDocumentVisibility } from '@mantine/hooks';
import { StatusBadge } from './status-badge.tsx';

export function LiveMark({ failed }: { failed: boolean }) {
  const visibility = useDocumentVisibility();
  if (failed)
    return (
      <StatusBadge
        tone="amber"
        label="Not up to date"
        title="The server did not respond. The page retries by itself"
      />
    );
  if (visibility === 'hidden') return <StatusBadge tone="gray" label="Paused" />;
  return <StatusBadge tone="green" label="Live" active title="New rows appear automatically" />;
}
