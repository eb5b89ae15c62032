import { Fragment, type ReactNode } from 'react';
import classes from './json-view.module.css';
import { WrittenLines } from './written-text.tsx';

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Indented JSON with coloured names. Plain text stays text, in its own direction. */
export function JsonView({ value, label }: { value: unknown; label: string }) {
  if (typeof value === 'string') {
    return (
      <div className={classes.view} tabIndex={0} role="group" aria-label={label}>
        <WrittenLines text={value} />
      </div>
    );
  }
  return (
    <pre className={classes.view} tabIndex={0} aria-label={label}>
      {coloured(JSON.stringify(value, null, 2) ?? '')}
    </pre>
  );
}

function coloured(json: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, text, colon] = match;
    if (match.index > end) parts.push(<Fragment key={end}>{json.slice(end, match.index)}</Fragment>);
    const kind = colon ? classes.name : text ? classes.string : classes.literal;
    parts.push(
      <span key={match.index} className={kind}>
        {token}
      </span>,
    );
    end = match.index + token.length;
  }
  parts.push(<Fragment key="rest">{json.slice(end)}</Fragment>);
  return parts;
}
