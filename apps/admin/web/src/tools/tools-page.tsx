import { useNavigate } from '@tanstack/react-router';
import { IconTool } from '@tabler/icons-react';
import { useMemo } from 'react';
import { toolTiers } from '#contracts';
import { consoleTools, type ConsoleTool } from '#contracts/console';
import { toolsRequest } from '../api/requests.ts';
import { wholeList } from '../api/keyset-list.ts';
import { USES_REFRESH_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { CsvButton } from '../ui/csv-button.tsx';
import { ClearFilters, offered } from '../ui/filters.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { PageDays, PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { listAt } from '../ui/back-target.ts';
import { TabbedPage, type PageTab } from '../ui/tabbed-page.tsx';
import { DeprecatedTools } from './deprecated-tools.tsx';
import { TOOL_COLUMNS, TOOL_CSV, ToolCard } from './tool-columns.tsx';
import type { ToolsSearchName } from './tools-search.ts';

const STATES = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'deprecated', label: 'Deprecated' },
  { value: 'held', label: 'Held back' },
  { value: 'edited', label: 'Edited' },
  { value: 'failing', label: 'Failing' },
];
const toolNameOf = (tool: ConsoleTool) => tool.name;

const TABS: readonly PageTab[] = [
  { name: 'all', label: 'All tools', View: ToolTable, Actions: ToolFilters },
  { name: 'deprecated', label: 'Deprecated', View: DeprecatedTools },
];

export function ToolsPage() {
  return <TabbedPage title="Tools" label="Views of the tools" tabs={TABS} />;
}

function useTools() {
  const { search } = usePageSearch<ToolsSearchName>();
  const answer = useAnswer(toolsRequest(search), consoleTools, { pollMs: USES_REFRESH_MS });
  const all = answer.data?.items;
  const rows = useMemo(() => all?.filter((tool) => fits(tool, search)), [all, search]);
  const narrowed = Boolean(search.q ?? search.pack ?? search.tier ?? search.state ?? search.lacks);
  return { all, list: wholeList({ ...answer, data: rows }), narrowed };
}

function ToolFilters() {
  const { search, clear } = usePageSearch<ToolsSearchName>();
  const { all, list, narrowed } = useTools();
  return (
    <>
      <PageSearchField label="Search tools" placeholder="Name, description or category" />
      <PageFilter
        name="pack"
        label="Pack"
        options={offered(all?.map(({ pack }) => pack) ?? [], search.pack)}
      />
      <PageFilter name="tier" label="Tier" options={toolTiers} />
      <PageFilter name="state" label="State" options={STATES} />
      <PageFilter
        name="lacks"
        label="No texts in"
        options={offered(all?.flatMap(({ languages }) => languages.lacking) ?? [], search.lacks)}
      />
      <PageDays />
      <ClearFilters shown={narrowed} onClear={clear} />
      <CsvButton name="tools" columns={TOOL_CSV} rows={list.all} />
    </>
  );
}

function ToolTable() {
  const { list, narrowed } = useTools();
  const navigate = useNavigate();
  const { search } = usePageSearch<ToolsSearchName>();
  return (
    <ListView
      label="Tools"
      list={list}
      columns={TOOL_COLUMNS}
      rowId={toolNameOf}
      renderCard={(tool) => <ToolCard tool={tool} />}
      narrowed={narrowed}
      onOpen={(tool) =>
        void navigate({
          to: '/tools/$name',
          params: { name: tool.name },
          search: { org: search.org, back: listAt('/tools', search, tool.name) },
        })
      }
      empty={
        <EmptyState icon={IconTool} title="No pack is installed">
          Packs and MCP servers provide tools. docs/write-a-pack.md shows how to write a pack in ten minutes.
        </EmptyState>
      }
    />
  );
}

function fits(tool: ConsoleTool, search: Partial<Record<ToolsSearchName, string>>): boolean {
  const words = search.q?.toLowerCase();
  const text = `${tool.name} ${tool.category} ${tool.description}`.toLowerCase();
  return (
    (words === undefined || text.includes(words)) &&
    (search.pack === undefined || tool.pack === search.pack) &&
    (search.tier === undefined || tool.tier === search.tier) &&
    (search.lacks === undefined || tool.languages.lacking.includes(search.lacks)) &&
    (search.state === undefined || inState(tool, search.state))
  );
}

function inState(tool: ConsoleTool, state: string): boolean {
  switch (state) {
    case 'enabled':
      return tool.enabled;
    case 'disabled':
      return !tool.enabled;
    case 'deprecated':
      return tool.deprecated !== null;
    case 'held':
      return tool.held;
    case 'edited':
      return tool.versions.platform + tool.versions.org > 0;
    default:
      return tool.uses.errors > 0;
  }
}
