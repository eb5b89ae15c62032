import { Box, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { IconTimeline } from '@tabler/icons-react';
import { foundSpanPage, type FoundSpan } from '#contracts/console';
import { tracesRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { ClearFilters, FilterChip } from '../ui/filters.tsx';
import { FoldedFilters } from '../ui/folded-filters.tsx';
import { formatCost, formatDuration } from '../ui/format.ts';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageDays, PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { spanKey, useSpanPage } from './span-page.ts';
import { SpanCard, WORKER_TIME, TRACE_CSV, traceColumns } from './trace-columns.tsx';
import { TraceFacetsColumn, TraceFacetSelects } from './trace-facets.tsx';
import { TracePeek } from './trace-peek.tsx';
import { TraceRanges } from './trace-ranges.tsx';
import type { TracesSearchName } from './traces-search.ts';
import { useTraceFacets } from './use-trace-facets.ts';

/** Facets are filters below this width, because the list needs the room. */
const NARROW = '(max-width: 1080px)';

const LEAST_MS = ['1000', '5000', '20000'];
const LEAST_USD = ['0.001', '0.01', '0.1'];

/** The options of a lower limit, and the value of a link or range that is not among them. */
function over(least: readonly string[], given: string | undefined, inWords: (value: number) => string) {
  const values = new Set([...least, ...(given === undefined ? [] : [given])]);
  return [...values].map((value) => ({ value, label: `over ${inWords(Number(value))}` }));
}

const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

function timeRange({ from, to }: { from?: string | undefined; to?: string | undefined }): string {
  const inWords = (moment: string) => {
    const date = new Date(moment);
    return Number.isNaN(date.getTime()) ? moment : MOMENT.format(date);
  };
  if (from === undefined) return `Before ${inWords(to ?? '')}`;
  return to === undefined ? `From ${inWords(from)}` : `${inWords(from)} to ${inWords(to)}`;
}

/** Searches runs: of turns, or of anything that called a tool or a model. */
export function TracesPage() {
  const { search, change, clear } = usePageSearch<TracesSearchName>();
  const { org: _org, selected: _selected, ...filters } = search;
  const navigate = useNavigate();
  const pageOf = useSpanPage();
  const narrow = useMediaQuery(NARROW, window.matchMedia(NARROW).matches);
  const list = useKeysetList<FoundSpan>(tracesRequest(search), foundSpanPage);
  const { days: _days, ...narrowing } = filters;
  const { q: _words, ...folded } = narrowing;
  const narrowed = Object.keys(narrowing).length > 0;
  const facets = useTraceFacets(search);
  // The facets of a search for words are not counted.
  const counted = search.q === undefined;
  return (
    <Page
      title="Traces"
      actions={
        <>
          <PageSearchField label="Search traces" placeholder="Words, an error or an id" />
          <FoldedFilters set={Object.keys(folded).length}>
            {narrow && <TraceFacetSelects facets={facets.facets} counted={counted} />}
            <PageFilter
              name="minMs"
              label={WORKER_TIME}
              options={over(LEAST_MS, search.minMs, formatDuration)}
            />
            <PageFilter name="minCost" label="Cost" options={over(LEAST_USD, search.minCost, formatCost)} />
            <TraceRanges time={WORKER_TIME} search={search} onChange={change} />
          </FoldedFilters>
          {(search.from !== undefined || search.to !== undefined) && (
            <FilterChip
              label={timeRange(search)}
              onRemove={() => change({ from: undefined, to: undefined })}
            />
          )}
          {search.from === undefined && <PageDays />}
          <ClearFilters shown={narrowed} onClear={clear} />
          <CsvButton name="traces" columns={TRACE_CSV} rows={list.all} />
        </>
      }
    >
      <Box display="flex" flex={1} mih={0}>
        {!narrow && <TraceFacetsColumn {...facets} counted={counted} />}
        <Stack gap={0} flex={1} miw={0}>
          <ListView
            label="Traces"
            list={list}
            columns={traceColumns({
              approvals: list.items.some(({ status }) => status === 'pending'),
              errors: list.items.some(({ errorMessage }) => errorMessage !== null),
            })}
            rowId={spanKey}
            renderCard={(span) => <SpanCard span={span} />}
            narrowed={narrowed}
            renderPeek={(span) => <TracePeek key={spanKey(span)} found={span} />}
            onOpen={(span) => void navigate(pageOf(span))}
            empty={
              <EmptyState icon={IconTimeline} title="No trace in this range">
                Every turn records a trace. Traces are kept for 30 days unless the org’s settings differ.
              </EmptyState>
            }
          />
        </Stack>
      </Box>
    </Page>
  );
}
