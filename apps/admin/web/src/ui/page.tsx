import { Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface PageProps {
  title: string;
  /** Replaces the heading text, for example to add a link back. */
  heading?: ReactNode;
  /** Beside the heading: whether the page is live. */
  status?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the console: a bar with heading and actions, and a body that fills the rest. */
export function Page({ title, heading, status, actions, children }: PageProps) {
  useDocumentTitle(`${title} · Turnpike`);
  return (
    <Stack gap={0} h="100%" mih={0}>
      <header className={classes.bar}>
        <h1 className={classes.heading}>{heading ?? title}</h1>
        {status}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className="fill">{children}</div>
    </Stack>
  );
}
