import { Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { consoleApiKeyPage, type ApiKeyMade, type ConsoleApiKey } from '#contracts/console';
import { apiKeysRequest } from '../api/requests.ts';
import { useKeysetList } from '../api/keyset-list.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { column, MOMENT_TRACK, orgColumn, type ListColumn } from '../ui/list-columns.tsx';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { CsvButton } from '../ui/csv-button.tsx';
import { csvFields, type CsvColumn } from '../ui/csv.ts';
import { Facts } from '../ui/facts.tsx';
import { NONE } from '../ui/format.ts';
import { ListTab } from '../ui/list-tab.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { SCOPES } from './key-scopes.ts';
import { MakeKeyDialog } from './make-key-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

const columns: ListColumn<ConsoleApiKey>[] = [
  column('name', 'Name', 'minmax(110px, 1.2fr)', ({ name }) => name),
  column('prefix', 'Prefix', '120px', ({ prefix }) => <span className="mono">{prefix}…</span>),
  column('state', 'State', '92px', (key) => <State of={key} />),
  column('scopes', 'Scopes', { track: 'minmax(110px, 1.4fr)', minListPx: 620 }, ({ scopes }) =>
    scopes.join(', '),
  ),
  column('user', 'Acts as', { track: 'minmax(84px, 1fr)', minListPx: 760 }, ({ user }) => user?.name ?? NONE),
  orgColumn('minmax(84px, 0.8fr)', 900),
  column('used', 'Last used', { track: MOMENT_TRACK, align: 'end' }, ({ lastUsedAt }) =>
    lastUsedAt ? <RelativeTime at={lastUsedAt} /> : 'never',
  ),
];

function useApiKeys() {
  const { org } = useOneOrg();
  return useKeysetList<ConsoleApiKey>(apiKeysRequest({ org }), consoleApiKeyPage, { pollMs: false });
}

export function ApiKeysCsv() {
  return <CsvButton name="api-keys" columns={CSV} rows={useApiKeys().all} />;
}

const CSV: CsvColumn<ConsoleApiKey>[] = [
  ...csvFields<ConsoleApiKey>('id', 'org', 'name'),
  { name: 'begins_with', of: ({ prefix }) => prefix },
  { name: 'scopes', of: ({ scopes }) => scopes.join(', ') },
  { name: 'acts_as', of: ({ user }) => user?.handle },
  ...csvFields<ConsoleApiKey>('createdAt', 'lastUsedAt', 'revokedAt'),
];

export function ApiKeysTab() {
  const { picked, org } = useOneOrg();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<ApiKeyMade | null>(null);
  const list = useApiKeys();
  return (
    <ListTab
      bar={
        <>
          <span className="muted">
            {picked ? 'A key is shown once. Only its hash is stored.' : 'Pick an org to create a key.'}
          </span>
          {picked && (
            <Button leftSection={<IconKey size={14} />} onClick={() => setMaking(true)}>
              Create key
            </Button>
          )}
        </>
      }
    >
      <ListView
        label="API keys"
        list={list}
        columns={columns}
        renderCard={(key) => (
          <RowCard
            title={key.name}
            state={<State of={key} />}
            org={key.org}
            note={`${key.prefix}… ${key.scopes.join(', ')}`}
            end={key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} /> : 'never used'}
          />
        )}
        renderPeek={(key) => <KeyPeek key={key.id} of={key} />}
        empty={
          <EmptyState title="No API keys yet">
            Programs that send messages or manage the org need a key.
          </EmptyState>
        }
      />
      {making && <MakeKeyDialog org={org} onMade={setMade} onClose={() => setMaking(false)} />}
      {made && (
        <SecretDialog
          title="The key"
          advice="Copy the key now."
          secret={made.key}
          label="API key"
          onClose={() => setMade(null)}
        />
      )}
    </ListTab>
  );
}

function State({ of: { revokedAt } }: { of: ConsoleApiKey }) {
  return revokedAt ? (
    <StatusBadge tone="gray" label="Revoked" />
  ) : (
    <StatusBadge tone="green" label="Active" />
  );
}

function KeyPeek({ of: key }: { of: ConsoleApiKey }) {
  return (
    <Peek
      title={key.name}
      label={`API key ${key.name}`}
      actions={
        !key.revokedAt && (
          <ChangeButton
            label="Revoke"
            look={{ variant: 'subtle', color: 'red' }}
            title={`Revoke ${key.name}?`}
            confirm="Revoke"
            destructive
            change={{
              request: () => ({
                method: 'DELETE',
                path: `/admin/api-keys/${key.id}`,
                query: { org: key.org.slug },
              }),
              invalidates: ['api-keys', 'audit'],
              done: () => `${key.name} revoked. It stops working within 2 s`,
            }}
          >
            The key stops working within 2 s and cannot be restored.{' '}
            {key.lastUsedAt ? (
              <>
                Last used <RelativeTime at={key.lastUsedAt} />.
              </>
            ) : (
              'Never used.'
            )}
          </ChangeButton>
        )
      }
    >
      <Facts
        facts={{
          Prefix: <span className="mono">{key.prefix}…</span>,
          Scopes: key.scopes.map((scope) => SCOPES[scope]).join('; '),
          'Acts as': key.user?.name,
          Org: key.org.name,
          Created: <RelativeTime at={key.createdAt} />,
          'Last used': key.lastUsedAt ? <RelativeTime at={key.lastUsedAt} /> : 'never',
          Revoked: key.revokedAt && <RelativeTime at={key.revokedAt} />,
          Id: <CopyId id={key.id} of="key" />,
        }}
      />
    </Peek>
  );
}
