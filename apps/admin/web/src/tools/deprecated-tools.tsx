import { IconArchive } from '@tabler/icons-react';
import { deprecatedTools, type DeprecatedTool, type DeprecatedTools as Report } from '#contracts/console';
import { deprecatedToolsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { Sparkline } from '../ui/charts/bars.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { formatPercent } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { FilterSelect } from '../ui/filters.tsx';
import type { ToolsSearchName } from './tools-search.ts';
import { ToolLink } from '../ui/entity-links.tsx';

export function DeprecatedTools() {
  const { search, change } = usePageSearch<ToolsSearchName>();
  const report = useAnswer(deprecatedToolsRequest(search), deprecatedTools);
  if (!report.data) return <NoAnswer to={report} what="Deprecated tools" />;
  const { items, from, timezone, note } = report.data;
  if (items.length === 0)
    return (
      <EmptyState icon={IconArchive} title="No tool is deprecated">
        Deprecate a tool on its page or in its file. It keeps working, ranks behind its replacement, and its
        uses are counted here.
      </EmptyState>
    );
  return (
    <Scroll label="Deprecated tools">
      <Section
        title={`Uses since ${from} (${timezone})`}
        hint={['A tool without uses in this range is safe to remove.', note, summaryOf(report.data)]
          .filter(Boolean)
          .join(' ')}
        actions={
          <FilterSelect
            label="Time range"
            options={[...new Set([7, 30, report.data.days])]
              .sort((one, other) => one - other)
              .map((count) => ({ value: String(count), label: `Last ${count} days` }))}
            value={String(report.data.days)}
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
            { name: 'Tool', of: (tool) => <ToolLink name={tool.name} /> },
            { name: 'Use instead', of: (tool) => <ToolLink name={tool.replacedBy} /> },
            { name: 'Because', of: (tool) => <span className="muted">{tool.reason}</span> },
            {
              name: 'Per day',
              of: (tool) => (
                <Sparkline label={`${tool.uses} uses`} values={tool.perDay.map(({ uses }) => uses)} />
              ),
            },
            { name: 'Uses', align: 'end', of: (tool) => tool.uses },
            { name: 'Conversations', align: 'end', of: (tool) => tool.conversations },
            {
              name: 'Last use',
              of: (tool) => (tool.lastUsedAt ? <RelativeTime at={tool.lastUsedAt} /> : '–'),
            },
            { name: 'By', of: (tool) => users(tool) },
            {
              name: 'Verdict',
              of: (tool) =>
                tool.verdict === 'safe_to_remove' ? (
                  <StatusBadge tone="green" label="Safe to remove" />
                ) : (
                  <StatusBadge tone="amber" label="Still in use" />
                ),
            },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function users({ by }: DeprecatedTool): string {
  return (
    by
      .map(
        ({ org, agent, uses, sharePct }) =>
          `${org}/${agent ?? 'outside a turn'} ${uses} (${formatPercent(sharePct)})`,
      )
      .join(', ') || '–'
  );
}

function summaryOf({ totals: { deprecated, replacements, sharePct }, short }: Report): string {
  const beside = short.map(({ name, shortFor, uses }) => ` ${name}, short for ${shortFor}, has ${uses}.`);
  const share = sharePct === null ? '' : ` (${formatPercent(sharePct)})`;
  return `Total: ${deprecated} calls of deprecated tools${share}, ${replacements} calls of their replacements.${beside.join('')}`;
}
