import { Button, Group } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { brokerMetrics, type BrokerMetrics } from '#contracts/console';
import { brokerRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { counted } from '../ui/format.ts';
import { Loading } from '../ui/loading.tsx';
import { EmptyState, ErrorState } from '../ui/notice.tsx';
import { usePageSearch, type PageSearch } from '../ui/page-search.ts';
import type { BrokerSearchName } from './broker-search.ts';

const FURTHER_BACK_DAYS = 30;

/** The empty list of misses: distinguishes no misses from no data, and offers next steps. */
export function MissesEmpty() {
  const { search, change } = usePageSearch<BrokerSearchName>();
  const near = useMetrics(search);
  const far = useMetrics({ ...search, days: String(FURTHER_BACK_DAYS) });
  const error = near.error ?? far.error;
  if (error) return <ErrorState error={error} what="The broker’s figures" />;
  if (!near.data || !far.data) return <Loading what="Loading the broker’s figures" />;
  const [measured, further] = [totalsOf(near.data, search), totalsOf(far.data, search)];
  const goesFurther = further.turns > measured.turns;
  // Not into a range without misses either.
  const lookBack = goesFurther && (measured.turns === 0 || further.misses > 0) && (
    <Button variant="default" onClick={() => change({ days: String(FURTHER_BACK_DAYS) })}>
      Show the last {FURTHER_BACK_DAYS} days: {counted(further.misses, 'miss', 'misses')}
      {search.tool !== undefined && ` of ${search.tool}`}
    </Button>
  );
  const noneEither =
    goesFurther && further.misses === 0
      ? ` No miss in the last ${FURTHER_BACK_DAYS} days either, in ${counted(further.turns, 'turn')}.`
      : '';
  if (measured.turns === 0 && search.tool === undefined)
    return (
      <EmptyState
        icon={IconTargetArrow}
        title="No data in this range"
        action={
          <Group justify="center" gap="xs">
            {lookBack}
            <LinkButton to="/flags/$key" params={{ key: 'tool_broker' }} search={{ org: search.org }}>
              Open the flag
            </LinkButton>
          </Group>
        }
      >
        The broker measures turns that call tools while the flag tool_broker is shadow or enforce.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconTargetArrow}
      title={search.tool === undefined ? 'No miss in this range' : `No miss of ${search.tool} in this range`}
      action={
        <Group justify="center" gap="xs">
          {search.tool !== undefined && (
            <Button variant="default" onClick={() => change({ tool: undefined })}>
              Misses of every tool
            </Button>
          )}
          {lookBack}
          <Button variant="default" onClick={() => change({ tab: 'gaps' })}>
            Tool gaps
          </Button>
          <Button variant="default" onClick={() => change({ tab: 'query' })}>
            Try a message
          </Button>
        </Group>
      }
    >
      {callsOf(search.tool, measured.turns)}
      {noneEither}
    </EmptyState>
  );
}

function callsOf(tool: string | undefined, turns: number): string {
  if (tool === undefined)
    return `${counted(turns, 'turn')} called tools. The broker had chosen every called tool.`;
  if (turns === 0) return 'No measured turn called this tool.';
  return `${counted(turns, 'turn')} called this tool. The broker had chosen it each time.`;
}

function useMetrics(search: PageSearch<BrokerSearchName>) {
  const { org, days, tool } = search;
  const by = tool === undefined ? 'day' : 'tool';
  return useAnswer(brokerRequest({ org, days }, by), brokerMetrics);
}

/** Totals of the tool in the filter, or of all tools. */
function totalsOf(
  { groups }: BrokerMetrics,
  { tool }: PageSearch<BrokerSearchName>,
): { turns: number; misses: number } {
  const selected = tool === undefined ? groups : groups.filter(({ key }) => key === tool);
  const turns = selected.reduce((sum, group) => sum + group.turns, 0);
  return { turns, misses: turns - selected.reduce((sum, group) => sum + group.hits, 0) };
}
