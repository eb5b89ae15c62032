import { useMemo } from 'react';
import type { FlagView } from '#contracts';
import { CsvButton } from '../ui/csv-button.tsx';
import { LiveMark } from '../ui/live-mark.tsx';
import { PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { FLAG_CSV, flagRows } from './flag-csv.ts';
import { FlagList } from './flag-list.tsx';
import { FlagMatrix } from './flag-matrix.tsx';
import { useFlags } from './flag-queries.ts';

const TABS = [
  { name: 'matrix', label: 'Orgs' },
  { name: 'list', label: 'Flags' },
] as const;

export function FlagsPage() {
  const { search } = usePageSearch<'tab' | 'q'>();
  const query = useFlags(search.org);
  const flags = useMemo(() => query.data?.items ?? [], [query.data]);
  const tab = tabOf(TABS, search.tab).name;
  const wanted = (search.q ?? '').toLowerCase();
  const [wantedFlags, wantedOrgs] = tab === 'list' ? [wanted, ''] : ['', wanted];
  const listed = flags.filter((flag) => matches(flag, wantedFlags));
  return (
    <Page
      title="Flags"
      status={<LiveMark failed={query.isRefetchError} />}
      actions={
        <>
          <PageSearchField
            label={tab === 'matrix' ? 'Search orgs' : 'Search flags'}
            placeholder={tab === 'matrix' ? 'Name of an org' : 'Key or description'}
          />
          <CsvButton name="flags" columns={FLAG_CSV} rows={() => [flagRows(listed, wantedOrgs)]} />
        </>
      }
    >
      <ViewTabs label="Views of flags" tabs={TABS} current={tab} />
      {tab === 'list' ? (
        <FlagList query={query} flags={listed} narrowed={wanted !== ''} />
      ) : (
        <FlagMatrix query={query} flags={listed} wanted={wantedOrgs} />
      )}
    </Page>
  );
}

function matches({ key, description }: FlagView, wanted: string): boolean {
  return key.includes(wanted) || description.toLowerCase().includes(wanted);
}
