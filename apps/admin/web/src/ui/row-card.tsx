import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { OrgOfRow } from './org-of-row.tsx';
import classes from './row-card.module.css';

interface RowCardProps {
  title: ReactNode;
  /** At the end of the first line: a state. */
  state?: ReactNode;
  /** Named at the start of the second line in the view of all orgs. */
  org?: { slug: string } | null;
  note?: ReactNode;
  /** At the end of the second line: a time. */
  end?: ReactNode;
}

/** A row of a narrow list as a card of two lines. */
export function RowCard({ title, state, org, note, end }: RowCardProps) {
  return (
    <Stack gap={3}>
      <div className={classes.head}>
        <span className="truncate">{title}</span>
        {state && <span className="end">{state}</span>}
      </div>
      <div className={classes.foot}>
        {org !== undefined && <OrgOfRow org={org} />}
        <span className="truncate">{note}</span>
        {end && <span className="end">{end}</span>}
      </div>
    </Stack>
  );
}
