import { Box, Button } from '@mantine/core';
import type { KeysetList } from '../api/keyset-list.ts';

/** Last line of a list: loading, failed, or the number of rows. */
export function ListEnd({ list, label }: { list: KeysetList<unknown>; label: string }) {
  const all = `${list.items.length.toLocaleString('en-US')} in total`;
  const text = list.loadingMore || list.hasMore ? 'Loading more' : (list.end ?? all);
  if (list.moreFailed && !list.loadingMore)
    return (
      <Box p="10px 16px" fz={12} className="muted" role="alert">
        Loading more rows of {label} failed.{' '}
        <Button variant="subtle" size="compact-xs" onClick={list.loadMore}>
          Try again
        </Button>
      </Box>
    );
  return (
    <Box p="10px 16px" fz={12} className="muted">
      <span className="visually-hidden">{label}: </span>
      {text}
    </Box>
  );
}
