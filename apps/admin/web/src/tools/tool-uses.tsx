import { Box } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { consoleTools } from '#contracts/console';
import { toolsRequest } from '../api/requests.ts';
import { USES_REFRESH_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Facts, Figure, Figures } from '../ui/facts.tsx';
import { counted, formatCount, formatDuration, formatShare, NONE } from '../ui/format.ts';
import { PageDays } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Section } from '../ui/section.tsx';

export function ToolUses({ name }: { name: string }) {
  const { search } = usePageSearch<'days'>();
  const tools = useAnswer(toolsRequest(search), consoleTools, { pollMs: USES_REFRESH_MS });
  const row = tools.data?.items.find((one) => one.name === name);
  if (!row) return null;
  const { calls, errors, meanMs, p95Ms, users } = row.uses;
  const { covered, lacking } = row.languages;
  return (
    <Section title="Use" actions={<PageDays />}>
      <Figures>
        <Figure
          name="Calls"
          value={formatCount(calls)}
          note={
            <Link to="/tools/$name" params={{ name }} search={(current) => ({ ...current, tab: 'users' })}>
              by {users === 0 && calls > 0 ? 'unknown' : counted(users, 'user')}
            </Link>
          }
        />
        <Figure
          name="Success"
          value={calls === 0 ? NONE : formatShare((calls - errors) / calls)}
          tone={errors > 0 ? 'amber' : undefined}
          note={`${formatCount(errors)} failed`}
        />
        <Figure name="Mean time" value={formatDuration(meanMs)} note={`p95 ${formatDuration(p95Ms)}`} />
        <Figure
          name="Chosen by"
          value={
            <Link to="/flags/$key" params={{ key: 'tool_broker' }} search={{ org: search.org }}>
              tool_broker
            </Link>
          }
          note={row.tier === 'deferred' ? 'the broker’s flag' : `its tier, ${row.tier}, or the broker`}
        />
        <Figure
          name="Languages"
          value={covered.join(' ')}
          tone={lacking.length > 0 ? 'amber' : undefined}
          note={lacking.length > 0 ? `no texts in ${lacking.join(', ')}, which users write` : 'of its texts'}
        />
      </Figures>
      <Box p="10px 12px 0">
        <Facts
          facts={{
            Pack: row.pack,
            Category: row.category,
            'Side effect': row.sideEffect,
            'Required role': row.role === 'any' ? 'none' : row.role,
          }}
        />
      </Box>
    </Section>
  );
}
