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
    <section className={classes.section} aria-labelledby={id}>
      <header className={classes.head}>
        <div>
          <h2 id={id} className={classes.title}>
            {title}
          </h2>
          {hint && <p className={classes.hint}>{hint}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
