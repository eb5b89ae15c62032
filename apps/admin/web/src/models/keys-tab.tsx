import { Button, Select } from '@mantine/core';
import { useState } from 'react';
import {
  consoleModels,
  consoleProviderKeys,
  keyedProvider,
  type ConsoleProviderKeys,
} from '#contracts/console';
import { modelsRequest, providerKeysRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { ChangeButton, ChangeDialog } from '../ui/change-dialog.tsx';
import { CopyId } from '../ui/copy-id.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { PasswordField } from '../ui/form-fields.tsx';
import { formatDuration, NONE } from '../ui/format.ts';
import { NoAnswer } from '../ui/no-answer.tsx';
import { RelativeTime } from '../ui/relative-time.tsx';
import { Scroll, Section } from '../ui/section.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import classes from './models.module.css';

type Key = ConsoleProviderKeys['items'][number];
const POLL_MS = 5_000;

export function KeysTab() {
  const { picked, org } = useOneOrg();
  const query = useAnswer(providerKeysRequest({ org }), consoleProviderKeys, { pollMs: POLL_MS });
  const models = useAnswer(modelsRequest({ org }), consoleModels);
  if (query.error || !query.data) return <NoAnswer to={query} what="The keys" />;
  const storable = models.data?.keysCanBeStored ?? true;
  return (
    <Scroll label="Keys">
      <Section
        title="Provider keys"
        hint={
          storable
            ? 'Keys are never shown. A key that the provider refuses is disabled; a rate-limited key goes into cooldown.'
            : 'SECRETS_KEY is not set, so no key can be stored here. Keys from the environment work.'
        }
        actions={picked && storable && <AddKey org={org} />}
      >
        <DataTable
          label="Provider keys"
          rows={query.data.items}
          rowKey={(key) => `${key.provider}${key.fingerprint}`}
          empty={
            picked
              ? 'This org has no key of its own and uses the keys of the deployment.'
              : 'The deployment has no disabled keys. Its keys come from the environment, such as OPENAI_API_KEY.'
          }
          columns={[
            { name: 'State', of: (key) => <KeyState of={key} /> },
            { name: 'Provider', of: ({ provider, model }) => (model ? `${provider} (${model})` : provider) },
            { name: 'Fingerprint', of: ({ fingerprint }) => <CopyId id={fingerprint} of="key" whole /> },
            { name: 'Added', of: ({ addedAt }) => (addedAt ? <RelativeTime at={addedAt} /> : NONE) },
            {
              name: '',
              align: 'end',
              of: (key) => (
                <>
                  {key.state !== 'in_use' && <ReEnable of={key} org={org} />}
                  {key.addedAt && key.model === null && picked && <Remove of={key} org={org} />}
                </>
              ),
            },
          ]}
        />
      </Section>
    </Scroll>
  );
}

function KeyState({ of: { state, cooldownMs, refusedWith } }: { of: Key }) {
  if (state === 'removed') return <StatusBadge tone="red" label={`Refused (${refusedWith})`} />;
  if (state === 'cooldown')
    return <StatusBadge tone="amber" label={`Cooldown ${formatDuration(cooldownMs)}`} />;
  return <StatusBadge tone="green" label="In use" />;
}

interface KeyProps {
  of: Key;
  org: string | undefined;
}

const CHANGED = {
  invalidates: ['models', 'overview'],
  done: () => 'Done. The change applies to every worker within 2 s',
};

function ReEnable({ of: { provider, fingerprint, model }, org }: KeyProps) {
  return (
    <ChangeButton
      label="Re-enable"
      look={{ variant: 'subtle', color: 'gray', h: 22 }}
      title="Re-enable this key?"
      confirm="Re-enable key"
      change={{
        request: () => ({
          method: 'POST',
          path: '/admin/provider-keys/put-back',
          query: { org },
          body: { provider, fingerprint, ...(model === null ? {} : { model }) },
        }),
        ...CHANGED,
      }}
    >
      The next call may use this key. If the provider refuses it again, it is disabled again.
    </ChangeButton>
  );
}

function Remove({ of: { provider, fingerprint }, org }: KeyProps) {
  return (
    <ChangeButton
      label="Remove"
      look={{ variant: 'subtle', color: 'red', h: 22 }}
      title="Remove this key?"
      confirm="Remove key"
      destructive
      change={{
        request: () => ({
          method: 'DELETE',
          path: `/admin/provider-keys/${provider}/${fingerprint}`,
          query: { org },
        }),
        ...CHANGED,
      }}
    >
      Calls of this org use its other {provider} keys, or else the keys of the deployment.
    </ChangeButton>
  );
}

function AddKey({ org }: { org: string | undefined }) {
  const [adding, setAdding] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAdding(true)}>
        Add a key
      </Button>
      {adding && <AddKeyDialog org={org} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Its fields are empty whenever it opens. */
function AddKeyDialog({ org, onClose }: { org: string | undefined; onClose: () => void }) {
  const [provider, setProvider] = useState<string>('openai');
  const [secret, setSecret] = useState('');
  return (
    <ChangeDialog
      opened
      onClose={onClose}
      title="Add a key"
      confirm="Store key"
      change={{
        request: () => ({
          method: 'POST',
          path: '/admin/provider-keys',
          query: { org },
          body: { provider, key: secret.trim() },
        }),
        ...CHANGED,
      }}
      incomplete={secret.trim() === ''}
    >
      {(tried) => (
        <div className={classes.form}>
          <Select
            label="Provider"
            data={keyedProvider.options}
            value={provider}
            onChange={(next) => setProvider(next ?? 'openai')}
          />
          <PasswordField
            name="key"
            label="Key"
            required
            error={tried && secret.trim() === '' && 'Enter the key'}
            description="Stored encrypted and never shown again"
            autoComplete="off"
            className={classes.wide}
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
        </div>
      )}
    </ChangeDialog>
  );
}
