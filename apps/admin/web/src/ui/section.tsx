import { Box, Group } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

/** The scrolling body of a page; lists scroll by themselves. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.scroll} tabIndex={0} role="group" aria-label={label}>
      <div className={classes.column}>{children}</div>
    </div>
  );
}

interface SectionProps {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function Section({ title, hint, actions, children }: SectionProps) {
  const id = useId();
  return (
    <Box component="section" miw={0} aria-labelledby={id}>
      <header className={classes.head}>
        <div>
          <h2 id={id} className="title">
            {title}
          </h2>
          {hint && (
            <Box component="p" m="1px 0 0" fz={12} className="muted">
              {hint}
            </Box>
          )}
        </div>
        {actions && <Group gap={6}>{actions}</Group>}
      </header>
      {children}
    </Box>
  );
}
