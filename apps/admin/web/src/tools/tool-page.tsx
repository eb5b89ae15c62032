import { getRouteApi } from '@tanstack/react-router';
import { IconTool } from '@tabler/icons-react';
import { consoleToolDetail, type ConsoleToolDetail } from '#contracts/console';
import { toolRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { TryQuery } from '../broker/try-query.tsx';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { BackLink } from '../ui/back-link.tsx';
import { JsonView } from '../ui/json-view.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { PickAnOrg } from '../ui/not-allowed.tsx';
import { isUnknownName, NotFound } from '../ui/not-found.tsx';
import { Page } from '../ui/page.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { Scroll, Section } from '../ui/section.tsx';
import { tabOf, ViewTabs } from '../ui/view-tabs.tsx';
import { ToolBadges } from './tool-badges.tsx';
import { ToolDefinitions } from './tool-definitions.tsx';
import { ToolHistory } from './tool-history.tsx';
import { ToolMetadata } from './tool-metadata.tsx';
import { ToolRun } from './tool-run.tsx';
import { ToolScope } from './tool-scope.tsx';
import { ToolUsers } from './tool-users.tsx';
import { ToolUses } from './tool-uses.tsx';

const route = getRouteApi('/tools/$name');
const TABS = [
  { name: 'metadata', label: 'Metadata' },
  { name: 'users', label: 'Users' },
  { name: 'schema', label: 'Schema' },
  { name: 'run', label: 'Run' },
  { name: 'query', label: 'Try a query' },
  { name: 'scope', label: 'Access' },
  { name: 'history', label: 'History' },
] as const;

export function ToolPage() {
  const { name } = route.useParams();
  const { search } = usePageSearch<'tab'>();
  const detail = useAnswer(toolRequest(name, search), consoleToolDetail);
  const heading = (
    <>
      <BackLink to="/tools" />
      <span className="mono truncate">{name}</span>
      {detail.data && <ToolBadges tool={{ ...detail.data.effective, held: detail.data.held }} />}
    </>
  );
  return (
    <Page title={name} heading={heading}>
      {detail.data ? (
        <LoadedTool tool={detail.data} />
      ) : isUnknownName(detail.error) ? (
        <NotFound icon={IconTool} what="tool" name={name} list="/tools">
          The address may be wrong, or the pack or MCP server of the tool was removed.
        </NotFound>
      ) : (
        <NoAnswer to={detail} what="The tool" />
      )}
    </Page>
  );
}

function LoadedTool({ tool }: { tool: ConsoleToolDetail }) {
  const { search } = usePageSearch<'tab'>();
  const org = useOrgChoice();
  const tab = tabOf(TABS, search.tab).name;
  const may = usePermissions();
  const tabs = TABS.filter(({ name }) => name !== 'run' || may.work).map((one) =>
    one.name === 'history' ? { ...one, count: tool.platform.version + (tool.org?.version ?? 0) } : one,
  );
  return (
    <>
      <ViewTabs label="Views of the tool" tabs={tabs} current={tab} />
      <Scroll label={`${tool.name}, ${tab}`} key={tab}>
        {tab === 'metadata' && <ToolUses name={tool.name} />}
        {tab === 'metadata' && tool.held && <ToolDefinitions tool={tool} />}
        {tab === 'metadata' && (
          <ToolMetadata
            key={`${org?.slug} ${tool.platform.version}.${tool.org?.version}`}
            tool={tool}
            org={org}
          />
        )}
        {tab === 'users' && <ToolUsers name={tool.name} />}
        {tab === 'schema' && <ToolSchema tool={tool} />}
        {tab === 'run' && <ToolRun tool={tool} org={org} />}
        {tab === 'query' &&
          (org ? (
            <TryQuery org={org.slug} tool={tool.name} agents={tool.agents} />
          ) : (
            <PickAnOrg>The offered tools differ between orgs.</PickAnOrg>
          ))}
        {tab === 'scope' && <ToolScope tool={tool} org={org} />}
        {tab === 'history' && <ToolHistory tool={tool} org={org} />}
      </Scroll>
    </>
  );
}

function ToolSchema({ tool }: { tool: ConsoleToolDetail }) {
  return (
    <>
      <Section title="Arguments" hint="JSON Schema as sent to models and MCP clients.">
        <JsonView value={tool.parameters} label="Schema of the arguments" />
      </Section>
      <ToolDefinitions tool={tool} />
    </>
  );
}
