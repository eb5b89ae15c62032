import type { ReactNode } from 'react';
import classes from './page.module.css';
import { useTabTitle } from './use-tab-title.ts';

interface PageProps {
  /** In the browser's tab and as the page's heading. */
  title: string;
  /** Replaces the heading's text, for instance with a way back. */
  heading?: ReactNode;
  /** Beside the heading: whether what is shown is live. */
  status?: ReactNode;
  /** Behind them: filters and actions. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One page of the console: a bar with its heading and actions, and a body that fills the rest. */
export function Page({ title, heading, status, actions, children }: PageProps) {
  useTabTitle(title);
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <h1 className={classes.heading}>{heading ?? title}</h1>
        {status}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  );
}
