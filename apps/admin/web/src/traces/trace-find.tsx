import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useShortcuts } from '../shell/shortcuts.ts';
import { SearchField } from '../ui/search-field.tsx';
import classes from './trace-find.module.css';
import type { Found } from './use-trace-matches.ts';

const WHERE = {
  name: 'in the name',
  error: 'in the error',
  input: 'in the input',
  output: 'in the output',
  more: 'in the details',
} as const;

/** Search within a trace: finds words in names, errors and texts of spans, and steps through the matches. */
export function TraceFind({ words, found }: { words: string | undefined; found: Found }) {
  return (
    <div role="search" aria-label="Within this trace" className={classes.find}>
      <SearchField
        label="Search within this trace"
        placeholder="Name, tool or text of a span"
        value={words}
        onChange={found.look}
        onEnter={({ shiftKey }) => found.step(shiftKey ? -1 : 1)}
      />
      {words !== undefined && <Matches found={found} />}
    </div>
  );
}

function Matches({ found }: { found: Found }) {
  const count = found.spans?.size ?? 0;
  useShortcuts('Search within the trace', [
    { keys: ['n'], does: 'Next match', run: () => found.step(1) },
    { keys: ['p'], does: 'Previous match', run: () => found.step(-1) },
  ]);
  return (
    <>
      <span className={classes.count} role="status" title={found.error?.message}>
        {countOf(found, count)}
      </span>
      <Tooltip label="Previous match (p, shift+enter)">
        <ActionIcon disabled={count === 0} onClick={() => found.step(-1)} aria-label="Previous match">
          <IconChevronUp size={15} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Next match (n, enter)">
        <ActionIcon disabled={count === 0} onClick={() => found.step(1)} aria-label="Next match">
          <IconChevronDown size={15} />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

function countOf({ error, pending, at, where }: Found, count: number): string {
  if (error) return 'cannot be searched';
  if (pending) return 'looking';
  if (count === 0) return 'no match';
  return at < 0 ? `${count} found` : `${at + 1} of ${count}${where ? `, ${WHERE[where]}` : ''}`;
}
