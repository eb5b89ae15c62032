import { Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ConsoleTool } from '#contracts/console';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { counted, formatCount, formatDuration, formatShare, NONE } from '../ui/format.ts';
import { column, type ListColumn } from '../ui/list-columns.tsx';
import { listAt } from '../ui/back-target.ts';
import { SideEffectBadge, ToolBadges } from './tool-badges.tsx';
import classes from './tools.module.css';

function successOf({ calls, errors }: ConsoleTool['uses']): string {
  return calls === 0 ? NONE : formatShare((calls - errors) / calls);
}

export const TOOL_COLUMNS: ListColumn<ConsoleTool>[] = [
  column('name', 'Tool', 'minmax(170px, 1.6fr)', (row) => <ToolLink tool={row} />),
  column('state', 'State', '148px', (row) => <ToolBadges tool={row} />),
  column('tier', 'Tier', { track: '78px', minListPx: 740 }, (row) => row.tier),
  column('pack', 'Pack', { track: '78px', minListPx: 820 }, (row) => row.pack),
  column('effect', 'Side effect', { track: '114px', minListPx: 1_000 }, (row) => (
    <SideEffectBadge effect={row.sideEffect} />
  )),
  column('languages', 'Languages', { track: '92px', minListPx: 1_080 }, (row) => (
    <Languages of={row.languages} />
  )),
  column('description', 'Description', { track: 'minmax(120px, 2fr)', minListPx: 1_200 }, (row) => (
    <span className="muted" title={row.description}>
      {row.description}
    </span>
  )),
  column('calls', 'Calls', { track: '62px', align: 'end' }, (row) => formatCount(row.uses.calls)),
  column('success', 'Success', { track: '78px', align: 'end' }, (row) => (
    <span className={row.uses.errors > 0 ? 'failed' : undefined}>{successOf(row.uses)}</span>
  )),
  column('users', 'Users', { track: '62px', align: 'end', minListPx: 890 }, (row) =>
    formatCount(row.uses.users),
  ),
  column('mean', 'Mean', { track: '76px', align: 'end', minListPx: 660 }, (row) =>
    formatDuration(row.uses.meanMs),
  ),
  column('p95', 'p95', { track: '76px', align: 'end' }, (row) => formatDuration(row.uses.p95Ms)),
];

export const TOOL_CSV: CsvColumn<ConsoleTool>[] = [
  ...csvFields<ConsoleTool>('name', 'pack', 'category', 'tier', 'sideEffect', 'enabled'),
  { name: 'deprecated_for', of: (tool) => tool.deprecated?.replacedBy },
  { name: 'calls', of: (tool) => tool.uses.calls },
  { name: 'errors', of: (tool) => tool.uses.errors },
  { name: 'users', of: (tool) => tool.uses.users },
  { name: 'mean_ms', of: (tool) => tool.uses.meanMs },
  { name: 'p95_ms', of: (tool) => tool.uses.p95Ms },
  { name: 'languages', of: (tool) => tool.languages.covered.join(' ') },
  { name: 'lacking_languages', of: (tool) => tool.languages.lacking.join(' ') },
  ...csvFields<ConsoleTool>('description'),
];

/** Languages of the tool's texts, and languages of users that they lack. */
export function Languages({ of: { covered, lacking } }: { of: ConsoleTool['languages'] }) {
  return (
    <span title={languagesHint({ covered, lacking })}>
      {covered.join(' ')}
      {lacking.length > 0 && <span className={classes.lacking}> lacks {lacking.join(' ')}</span>}
    </span>
  );
}

const LANGUAGE_NAMES = new Intl.DisplayNames('en', { type: 'language' });
const named = (codes: readonly string[]) => codes.map((code) => LANGUAGE_NAMES.of(code)).join(', ');

function languagesHint({ covered, lacking }: ConsoleTool['languages']): string {
  const has = `Texts in ${named(covered)}.`;
  return lacking.length === 0
    ? has
    : `${has} Users also write ${named(lacking)}, which share no words with these texts. Add examples.`;
}

function ToolLink({ tool }: { tool: ConsoleTool }) {
  return (
    <Link
      to="/tools/$name"
      params={{ name: tool.name }}
      search={(current) => ({ org: current.org, back: listAt('/tools', current, tool.name) })}
      className="plain mono"
      onClick={(event) => event.stopPropagation()}
    >
      {tool.name}
    </Link>
  );
}

export function ToolCard({ tool }: { tool: ConsoleTool }) {
  return (
    <Stack gap={3}>
      <span className={classes.cardHead}>
        <ToolLink tool={tool} />
        <ToolBadges tool={tool} />
      </span>
      <span className={classes.cardFoot}>
        <span>{tool.tier}</span>
        <span>{counted(tool.uses.calls, 'call')}</span>
        {tool.uses.calls > 0 && (
          <>
            <span>{successOf(tool.uses)} success</span>
            <span>p95 {formatDuration(tool.uses.p95Ms)}</span>
          </>
        )}
      </span>
    </Stack>
  );
}
