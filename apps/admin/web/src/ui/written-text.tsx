import { Fragment, type ReactNode } from 'react';
import { languageOf } from './language.ts';
import { bidiRuns, idRuns } from './text-runs.ts';
import classes from './written-text.module.css';

interface WrittenProps {
  /** Null if the viewer's role may not read it. */
  text: string | null;
  className?: string;
}

const UNREADABLE = <span className="muted">Your role cannot read this</span>;

/** One line of user or agent text, in its own direction and with fonts of its script. In a `.truncate` it is cut. */
export function WrittenText({ text, className }: WrittenProps) {
  if (text === null) return UNREADABLE;
  return (
    <span dir="auto" lang={languageOf(text)} className={className}>
      {drawn(text)}
    </span>
  );
}

/** Text of several lines, each in its own direction: an Arabic answer may list English titles. */
export function WrittenLines({ text, className }: WrittenProps) {
  if (text === null) return UNREADABLE;
  return (
    <div className={className}>
      {text.split(/\r?\n/).map((line, index) => (
        // Lines have no identity except their position.
        <div key={index} dir="auto" lang={languageOf(line)} className={classes.line}>
          {line === '' ? <br /> : drawn(line)}
        </div>
      ))}
    </div>
  );
}

function drawn(line: string): ReactNode[] {
  return bidiRuns(line).map(({ text, isolated }, index) => {
    const Element = isolated ? 'bdi' : Fragment;
    return <Element key={index}>{withWholeIds(text)}</Element>;
  });
}

function withWholeIds(text: string): ReactNode {
  return idRuns(text).map((run, index) =>
    run.unbroken ? (
      <span key={index} className={classes.id}>
        {run.text}
      </span>
    ) : (
      run.text
    ),
  );
}
