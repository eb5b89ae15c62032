import { Fragment, type ReactNode } from 'react';
import { languageOf } from './language.ts';
import { bidiRuns, idRuns } from './text-runs.ts';
import classes from './written-text.module.css';

interface WrittenProps {
  text: string;
  className?: string;
}

/** One line of user or agent text, in its own direction and with fonts of its script. */
export function WrittenText({ text, className }: WrittenProps) {
  return (
    <span dir="auto" lang={languageOf(text)} className={className}>
      {drawn(text)}
    </span>
  );
}

/** The same in a list cell: aligned to the start of its script, and truncated. */
export function WrittenCell({ text }: { text: string }) {
  return <WrittenText text={text} className={classes.cell} />;
}

/** Text of several lines, each in its own direction: an Arabic answer may list English titles. */
export function WrittenLines({ text, className }: WrittenProps) {
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
