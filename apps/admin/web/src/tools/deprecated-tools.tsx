import { Link } from '@tanstack/react-router';
import { IconArchive } from '@tabler/icons-react';
import { deprecatedTools, type DeprecatedTool } from '#contracts/console';
import { useAnswer } from '../api/use-answer.ts';
import { Sparkline } from '../ui/charts/bars.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Loading } from '../ui/loading.tsx';
import { EmptyState, ErrorState } from '../ui/notice.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import type { ToolsSearchName } from './tools-search.ts';

/** Which deprecated tools are still used, by whom, and which can go. */
export function DeprecatedTools() {
  const { search, change } = usePageSearch<ToolsSearchName>();
  const days = search.days === '7' ? '7' : '30';
  const report = useAnswer({
    key: 'tools',
    path: '/admin/tools/deprecated',
    query: { org: search.org, days },
    schema: deprecatedTools,
  });
  if (report.isPending) return <Loading what="Loading the deprecated tools" />;
  if (!report.data)
    return <ErrorState error={report.error} what="Deprecated tools" onRetry={() => void report.refetch()} />;
  const { items, from } = report.data;
  if (items.length === 0)
    return (
      <EmptyState icon={<IconArchive size={22} stroke={1.6} />} title="No tool is deprecated">
        A tool is deprecated on its page, or in its file: it works on, ranks behind its replacement, and its
        uses are counted here until there are none.
      </EmptyState>
    );
  return (
    <Scroll label="Deprecated tools">
      <Section
        title={`Uses since ${from}`}
        hint="A tool without a use in this time is safe to remove."
        actions={
          <FilterSelect
            label="Time range"
            options={[
              { value: '7', label: 'Last 7 days' },
              { value: '30', label: 'Last 30 days' },
            ]}
            value={days}
            onChange={(next) => change({ days: next })}
          />
        }
      >
        <DataTable
          label="Deprecated tools"
          rows={items}
          rowKey={(tool) => tool.name}
          empty=""
          columns={[
            { name: 'Tool', of: (tool) => <ToolName name={tool.name} /> },
            { name: 'Use instead', of: (tool) => <ToolName name={tool.replacedBy} /> },
            { name: 'Because', of: (tool) => <span className="muted">{tool.reason}</span> },
            {
              name: 'Per day',
              of: (tool) => (
                <Sparkline label={`${tool.uses} uses`} values={tool.perDay.map(({ uses }) => uses)} />
              ),
            },
            { name: 'Uses', align: 'end', of: (tool) => tool.uses },
            { name: 'By', of: (tool) => users(tool) },
            {
              name: 'Verdict',
              of: (tool) =>
                tool.safeToRemove ? (
                  <StatusBadge tone="green" label="Safe to remove" />
                ) : (
                  <StatusBadge tone="amber" label="In use" />
                ),
            },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function ToolName({ name }: { name: string }) {
  return (
    <Link to="/tools/$name" params={{ name }} search={(current) => ({ org: current.org })} className="mono">
      {name}
    </Link>
  );
}

function users({ by }: DeprecatedTool): string {
  return by.map(({ org, agent, uses }) => `${org}/${agent ?? 'outside of a turn'} ${uses}`).join(', ') || '–';
}
