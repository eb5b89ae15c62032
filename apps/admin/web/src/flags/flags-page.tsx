import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { FlagInOrg, FlagView } from '#contracts';
import { wholeList } from '../api/keyset-list.ts';
import { column } from '../ui/column.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { ListView } from '../ui/list-view.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RowCard } from '../ui/row-card.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { FlagLink, FlagList } from './flag-list.tsx';
import { FlagValueBadge, ShareMark } from './flag-value.tsx';
import { defaultOf, percentWord, valueWord } from './flag-words.ts';
import classes from './flags.module.css';
import { useFlags } from './flag-queries.ts';

const TABS = [
  { name: 'matrix', label: 'Orgs' },
  { name: 'list', label: 'Flags' },
] as const;

/** An org with what every flag is there; the first row is the default of the platform. */
interface OrgRow {
  slug: string | null;
  name: string;
  flags: Map<string, FlagInOrg>;
}

/** Every flag in every org. */
export function FlagsPage() {
  const { search, change } = usePageSearch<'tab' | 'q'>();
  const query = useFlags(search.org);
  const flags = useMemo(() => query.data?.items ?? [], [query.data]);
  const tab = tabOf(TABS, search.tab);
  const wanted = (search.q ?? '').toLowerCase();
  return (
    <Page
      title="Flags"
      status={<LiveMark failed={query.isRefetchError} />}
      actions={
        <>
          <SearchField
            label={tab === 'matrix' ? 'Search orgs' : 'Search flags'}
            placeholder={tab === 'matrix' ? 'Name of an org' : 'Key or description'}
            value={search.q}
            onChange={(q) => change({ q })}
          />
          <CsvButton
            name="flags"
            rows={() => Promise.resolve(flags.flatMap((flag) => flag.orgs.map((org) => ({ flag, org }))))}
            columns={[
              { name: 'flag', of: ({ flag }) => flag.key },
              { name: 'org', of: ({ org }) => org.org.slug },
              { name: 'value', of: ({ org }) => valueWord(org.effective) },
              { name: 'source', of: ({ org }) => org.source },
              { name: 'share', of: ({ org }) => org.share.percent },
              { name: 'share_value', of: ({ org }) => org.share.value },
              { name: 'pinned', of: ({ org }) => org.pinned },
            ]}
          />
        </>
      }
    >
      <ViewTabs label="Views of flags" tabs={TABS} current={tab} />
      {tab === 'list' ? (
        <FlagList
          query={query}
          flags={flags.filter((flag) => matches(flag, wanted))}
          narrowed={wanted !== ''}
        />
      ) : (
        <Matrix query={query} flags={flags} wanted={wanted} />
      )}
    </Page>
  );
}

function matches({ key, description }: FlagView, wanted: string): boolean {
  return key.includes(wanted) || description.toLowerCase().includes(wanted);
}

interface MatrixProps {
  query: ReturnType<typeof useFlags>;
  flags: readonly FlagView[];
  wanted: string;
}

function Matrix({ query, flags, wanted }: MatrixProps) {
  const rows = useMemo(() => rowsOf(flags, wanted), [flags, wanted]);
  const columns = useMemo(
    () => [
      column<OrgRow>({
        id: 'org',
        header: 'Org',
        track: 'minmax(130px, 1.3fr)',
        of: (row) => <span className={row.slug === null ? classes.key : undefined}>{row.name}</span>,
      }),
      ...flags.map((flag) =>
        column<OrgRow>({
          id: flag.key,
          header: () => <FlagLink flag={flag} />,
          track: 'minmax(98px, 1fr)',
          of: (row) => <Cell flag={flag} row={row} />,
        }),
      ),
    ],
    [flags],
  );
  return (
    <ListView
      label="Flags by org"
      list={wholeList({ ...query, data: query.data && rows })}
      columns={columns}
      rowId={(row) => row.slug ?? '*'}
      narrowed={wanted !== ''}
      renderCard={(row) => <RowCard title={row.name} note={summaryOf(flags, row)} />}
      empty={<EmptyState title="No flag yet">Packs declare flags; the platform brings its own.</EmptyState>}
    />
  );
}

function rowsOf(flags: readonly FlagView[], wanted: string): OrgRow[] {
  const orgs = flags[0]?.orgs ?? [];
  const rows = orgs
    .filter(({ org }) => org.name.toLowerCase().includes(wanted) || org.slug.includes(wanted))
    .map(({ org }): OrgRow => ({
      slug: org.slug,
      name: org.name,
      flags: new Map(
        flags.flatMap((flag) => {
          const here = flag.orgs.find((candidate) => candidate.org.id === org.id);
          return here ? [[flag.key, here] as const] : [];
        }),
      ),
    }));
  return wanted === '' ? [{ slug: null, name: 'Platform’s default', flags: new Map() }, ...rows] : rows;
}

function Cell({ flag, row }: { flag: FlagView; row: OrgRow }) {
  const here = row.flags.get(flag.key);
  return (
    <Link
      to="/flags/$key"
      params={{ key: flag.key }}
      search={(current: { org?: string }) => ({ org: current.org, at: row.slug ?? undefined })}
      className={classes.cell}
      title={flag.description}
      onClick={(event) => event.stopPropagation()}
    >
      {here ? (
        <>
          <FlagValueBadge
            value={here.effective}
            inherited={here.source !== 'org' && here.source !== 'kill'}
          />
          <ShareMark {...here.share} short />
        </>
      ) : flag.killed ? (
        <StatusBadge tone="red" label={`killed: ${valueWord(flag.safe)}`} />
      ) : (
        <FlagValueBadge value={defaultOf(flag)} inherited={flag.default.value === null} />
      )}
    </Link>
  );
}

/** What stands out in an org, for a card. */
function summaryOf(flags: readonly FlagView[], row: OrgRow): string {
  if (row.slug === null) return flags.map((flag) => `${flag.key} ${valueWord(defaultOf(flag))}`).join(' · ');
  const set = flags.flatMap((flag) => {
    const here = row.flags.get(flag.key);
    if (!here) return [];
    const own = here.own.value === null ? [] : [`${flag.key} ${valueWord(here.own.value)}`];
    const share =
      here.share.value === null
        ? []
        : [`${flag.key} ${valueWord(here.share.value)} for ${percentWord(here.share.percent)}`];
    return [...own, ...share];
  });
  return set.length === 0 ? 'All as the default' : set.join(' · ');
}
