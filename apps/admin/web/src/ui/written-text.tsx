import { Fragment, type ReactNode } from 'react';
import { languageOf } from './language.ts';
import { bidiRuns, idRuns } from './text-runs.ts';
import classes from './written-text.module.css';

interface WrittenProps {
  text: string;
  className?: string;
}

/** One line that a person or an agent wrote, in its own direction and with the fonts of its script. */
export function WrittenText({ text, className }: WrittenProps) {
  return (
    <span dir="auto" lang={languageOf(text)} className={className}>
      {drawn(text)}
    </span>
  );
}

/** The same as a cell of a list: at the side where its script begins, and cut off where the cell ends. */
export function WrittenCell({ text }: { text: string }) {
  return <WrittenText text={text} className={classes.cell} />;
}

/** Text of several lines, each in its own direction: an Arabic answer may list English titles. */
export function WrittenLines({ text, className }: WrittenProps) {
  return (
    <div className={className}>
      {text.split(/\r?\n/).map((line, index) => (
        // Lines have no identity but their place.
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
