import { Box } from '@mantine/core';
import { useMemo } from 'react';
import type { FlagView } from '#contracts';
import { wholeList } from '../api/keyset-list.ts';
import { counted } from '../ui/format.ts';
import { column, type ListColumns } from '../ui/list-columns.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { OrgFlagLink } from './org-flag-link.tsx';
import { FlagLink } from './flag-list.tsx';
import type { useFlags } from './flag-queries.ts';
import { FlagValueBadge, ShareMark } from './flag-value.tsx';
import { valueWord } from './flag-labels.ts';
import classes from './flags.module.css';
import { OrgFlagsPeek } from './org-flags-peek.tsx';
import { valueIn, orgRowsOf, summaryOf, type OrgRow } from './org-rows.ts';

/** Fits names like those of the demo. Longer names are cut, and shown in full on hover and in the peek. */
const ORG_PX = 218;
/** A value with a share: `enforce 25 %`. */
const VARIANT_PX = 128;
const SWITCH_PX = 64;
const KEY_CHARACTER_PX = 6.4;
const CELL_PADDING_PX = 18;

interface FlagMatrixProps {
  query: ReturnType<typeof useFlags>;
  flags: readonly FlagView[];
  /** In lower case. */
  wanted: string;
}

export function FlagMatrix({ query, flags, wanted }: FlagMatrixProps) {
  const rows = useMemo(() => orgRowsOf(flags, wanted), [flags, wanted]);
  const columns = useMemo(
    (): ListColumns<OrgRow> => [
      column('org', 'Org', trackOf(ORG_PX), (row) => (
        <Box component="span" fw={row.slug === null ? 550 : undefined} title={row.name}>
          {row.name}
        </Box>
      )),
      ...flags.map((flag) =>
        column<OrgRow>(
          flag.key,
          () => <FlagLink flag={flag} />,
          trackOf(flagPx(flag)),
          (row) => <Cell flag={flag} row={row} />,
        ),
      ),
    ],
    [flags],
  );
  return (
    <ListView
      label="Flags by org"
      list={{ ...wholeList({ ...query, data: query.data && rows }), end: countOf(rows) }}
      columns={columns}
      rowId={(row) => row.slug ?? '*'}
      narrowed={wanted !== ''}
      renderCard={(row) => <RowCard title={row.name} note={summaryOf(flags, row)} />}
      renderPeek={(row) => <OrgFlagsPeek flags={flags} row={row} />}
      empty={<EmptyState title="No flag yet">Packs and the platform declare flags.</EmptyState>}
    />
  );
}

function countOf(rows: readonly OrgRow[]): string {
  const withDefault = rows[0]?.slug === null;
  return `${counted(rows.length - Number(withDefault), 'org')}${withDefault ? ' and the platform default' : ''}`;
}

/** Spare width is shared in proportion to need. */
const trackOf = (px: number): string => `minmax(${px}px, ${px}fr)`;

function flagPx({ key, type }: FlagView): number {
  const keyPx = Math.ceil(key.length * KEY_CHARACTER_PX + CELL_PADDING_PX);
  return Math.max(keyPx, type === 'variants' ? VARIANT_PX : SWITCH_PX);
}

function Cell({ flag, row }: { flag: FlagView; row: OrgRow }) {
  const here = row.flags.get(flag.key);
  const held = valueIn(flag, row);
  return (
    <OrgFlagLink flag={flag} org={row.slug} className={classes.cell}>
      {!here && flag.killed ? (
        <StatusBadge tone="red" label={`killed: ${valueWord(held.value)}`} />
      ) : (
        <FlagValueBadge {...held} />
      )}
      {here && <ShareMark here={here} short />}
    </OrgFlagLink>
  );
}
