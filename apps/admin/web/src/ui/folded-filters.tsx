import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFilter } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

/** As narrow as a phone: filters would take the screen before the first row. */
const NARROW = '(max-width: 640px)';

interface FoldedFiltersProps {
  /** How many of them are set. */
  set: number;
  children: ReactNode;
}

/** Filters that stand behind one button where the window is narrow, which says how many of them are set. */
export function FoldedFilters({ set, children }: FoldedFiltersProps) {
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
