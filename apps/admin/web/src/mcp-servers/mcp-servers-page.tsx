import { Box, Button, Group, Stack } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { z } from 'zod';
import type { ConsoleMcpServer } from '#contracts/console';
import { usePageSearch } from '../ui/page-search.ts';
import { mcpServersRequest } from '../api/requests.ts';
import { POLL_INTERVAL_MS } from '../api/query-client.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useChange } from '../api/use-change.ts';
import { useOrgChoice } from '../orgs/use-org-choice.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { TextField } from '../ui/form-fields.tsx';
import { NoAnswer } from '../ui/no-answer.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Page } from '../ui/page.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge, type StatusLook } from '../ui/status-badge.tsx';
import { ToolLink } from '../ui/entity-links.tsx';

type Health = ConsoleMcpServer['health'][number];

const STATES: Record<Health['state'], StatusLook> = {
  connecting: { label: 'Connecting', tone: 'blue', active: true },
  idle: { label: 'Idle', tone: 'gray' },
  ready: { label: 'Ready', tone: 'green' },
  away: { label: 'Unreachable', tone: 'red' },
};
const servers = z.object({
  items: z.array(z.custom<ConsoleMcpServer>((value) => typeof value === 'object')),
});

export function McpServersPage() {
  const org = useOrgChoice();
  const { search } = usePageSearch();
  const may = usePermissions();
  const list = useAnswer(mcpServersRequest(search), servers, { pollMs: POLL_INTERVAL_MS });
  return (
    <Page title="MCP servers" actions={may.admin && org && <AddServer key={org.slug} org={org.slug} />}>
      {!list.data ? (
        <NoAnswer to={list} what="The servers" />
      ) : list.data.items.length === 0 ? (
        <EmptyState icon={IconPlugConnected} title="No MCP server">
          {org
            ? 'The tools of a server join the org under the same rules, time limits and audit as all other tools.'
            : 'No pack declares an MCP server. Pick an org to add one.'}
        </EmptyState>
      ) : (
        <Scroll label="MCP servers">
          {!org && (
            <Box component="p" m={0} className="muted">
              Servers of packs. Pick an org to see its own, or to add one.
            </Box>
          )}
          {list.data.items.map((server) => (
            <Server key={server.name} server={server} org={org?.slug} />
          ))}
        </Scroll>
      )}
    </Page>
  );
}

function Server({ server, org }: { server: ConsoleMcpServer; org: string | undefined }) {
  const tools = [...new Set(server.health.flatMap((one) => one.tools))].sort();
  const isHeld = (name: string) => server.held.includes(name);
  return (
    <Section
      title={server.name}
      hint={
        <>
          {server.pack ? `from the pack ${server.pack}` : (server.url ?? 'from the org')}
          {server.headerNames.length > 0 && `, headers: ${server.headerNames.join(', ')}`}
        </>
      }
      actions={<ServerActions server={server} org={org} />}
    >
      <DataTable
        label={`${server.name} in each process`}
        rows={server.health}
        rowKey={({ process }) => process}
        empty={
          waits(server)
            ? 'Waits for approval: processes connect after an admin has approved it.'
            : 'No process has connected yet. Check that a worker is running.'
        }
        columns={[
          { name: 'State', of: ({ state }) => <StatusBadge {...STATES[state]} /> },
          { name: 'Process', of: ({ app }) => app },
          { name: 'Since', of: ({ since }) => <RelativeTime at={since} /> },
          { name: 'Tools', align: 'end', of: ({ tools: own }) => own.filter((name) => !isHeld(name)).length },
          { name: 'Lost or failed connections', align: 'end', of: ({ restarts }) => restarts },
          { name: 'Error', of: ({ error }) => <span className="failed">{error}</span> },
        ]}
      />
      {tools.length > 0 && (
        <Group gap="4px 14px" mt={8}>
          {tools.map((name) => (
            <Group key={name} gap={6}>
              <ToolLink name={name} org={org} />
              {isHeld(name) && (
                <Link to="/inbox" search={{ org, tab: 'definition' }}>
                  <StatusBadge tone="amber" label="held back" />
                </Link>
              )}
            </Group>
          ))}
        </Group>
      )}
    </Section>
  );
}

/** No process connects to a server of an org before an admin has approved it. */
function waits({ pack, approvedAt }: ConsoleMcpServer): boolean {
  return pack === null && approvedAt === null;
}

function ServerActions({ server, org }: { server: ConsoleMcpServer; org: string | undefined }) {
  const may = usePermissions();
  const path = `/admin/mcp-servers/${server.name}`;
  const approve = useChange({
    request: () => ({ method: 'POST', path: `${path}/approve`, query: { org } }),
    invalidates: ['mcp-servers'],
    done: () => `${server.name} approved. Its tools join the registry`,
  });
  if (server.pack !== null) return <StatusBadge tone="gray" label="Part of its pack" />;
  return (
    <>
      {waits(server) && <StatusBadge tone="amber" label="Awaiting approval" />}
      {may.admin && waits(server) && (
        <Button variant="default" loading={approve.isPending} onClick={() => approve.mutate()}>
          Approve
        </Button>
      )}
      {may.admin && (
        <ChangeButton
          label="Remove…"
          title={`Remove ${server.name}?`}
          confirm="Remove"
          destructive
          change={{
            request: () => ({ method: 'DELETE', path, query: { org } }),
            invalidates: ['mcp-servers', 'tools'],
            done: () => `${server.name} removed`,
          }}
        >
          <p>
            The org loses the tools of this server: turns that need them get a clear error. The stored headers
            are deleted.
          </p>
        </ChangeButton>
      )}
    </>
  );
}

/** Parses header lines `Name: value`. The server rejects a line without a colon and names it. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const colon = line.indexOf(':');
        return colon < 0 ? [line.trim(), ''] : [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
      }),
  );
}

function AddServer({ org }: { org: string }) {
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [header, setHeader] = useState('');
  return (
    <ChangeButton
      label="Add a server"
      look={{ variant: 'filled' }}
      title="Add an MCP server"
      confirm="Add"
      incomplete={name === '' || url === ''}
      change={{
        request: () => ({
          method: 'POST',
          path: '/admin/mcp-servers',
          query: { org },
          body: { name, url, headers: headersOf(header) },
        }),
        invalidates: ['mcp-servers'],
        done: () => `${name} added. Approve it to enable its tools`,
      }}
    >
      {(tried) => (
        <Stack gap={12}>
          <TextField
            name="name"
            label="Name"
            description="In snake_case. Becomes a prefix of tool names that collide"
            required
            data-autofocus
            value={name}
            error={tried && name === '' && 'Enter a name'}
            onChange={(event) => setName(event.currentTarget.value.trim())}
          />
          <TextField
            name="url"
            label="Address"
            description="Streamable HTTP. Public addresses only, unless the outbound allow list contains the address"
            placeholder="https://mcp.example.com/mcp"
            required
            value={url}
            error={tried && url === '' && 'Enter an address'}
            onChange={(event) => setUrl(event.currentTarget.value.trim())}
          />
          <TextField
            name="headers"
            label="Header"
            description="Sent with every request. Stored encrypted and never shown"
            placeholder="Authorization: Bearer …"
            value={header}
            onChange={(event) => setHeader(event.currentTarget.value)}
          />
        </Stack>
      )}
    </ChangeButton>
  );
}
