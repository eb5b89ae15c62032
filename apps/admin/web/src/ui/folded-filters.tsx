import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

/** Phone width, where filters would fill the screen above the first row. */
const NARROW = '(max-width: 640px)';

/** In narrow windows, filters collapse into a button with the number of active ones. */
export function FoldedFilters({ set, children }: { set: number; children: ReactNode }) {
  const narrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const [open, setOpen] = useState(false);
  if (!narrow) return children;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={13} />}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {set > 0 ? `Filters (${set})` : 'Filters'}
      </Button>
      {open && children}
    </>
  );
}
