import { Button, Select, Stack } from '@mantine/core';
import { useState } from 'react';
import { consoleModels, type ConsoleModel } from '#contracts/console';
import { modelsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { wholeList } from '../api/keyset-list.ts';
import { useChange } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import { useOneOrg } from '../session/use-one-org.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { column, type ListColumn } from '../ui/list-columns.tsx';
import { Facts } from '../ui/facts.tsx';
import { formatCount } from '../ui/format.ts';
import { ListTab } from '../ui/list-tab.tsx';
import { ListView } from '../ui/list-view.tsx';
import { EmptyState } from '../ui/notice.tsx';
import { Peek } from '../ui/peek.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { RowCard } from '../ui/row-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { ModelCooldown } from './model-cooldown.tsx';
import { OwnModelDialog } from './own-model-dialog.tsx';
import { TaskTiers } from './task-tiers.tsx';

/** At least two decimals, so that columns align. */
const price = ({ prices }: ConsoleModel, of: 'input' | 'cachedInput' | 'output') =>
  prices.unknown ? 'unknown' : `$${prices[of].toFixed(4).replace(/0{1,2}$/, '')}`;

const columns: ListColumn<ConsoleModel>[] = [
  column('name', 'Model', 'minmax(140px, 1.6fr)', ({ name }) => <span className="mono">{name}</span>),
  column('provider', 'Provider', 'minmax(84px, 0.8fr)', ({ provider, own }) =>
    own ? 'own server' : provider,
  ),
  column('tier', 'Tier', '120px', (model) => <TierBadge model={model} />),
  column('input', 'Input $/M', { track: '84px', align: 'end', minListPx: 620 }, (model) =>
    price(model, 'input'),
  ),
  column('cached', 'Cached $/M', { track: '92px', align: 'end', minListPx: 860 }, (model) =>
    price(model, 'cachedInput'),
  ),
  column('output', 'Output $/M', { track: '88px', align: 'end', minListPx: 620 }, (model) =>
    price(model, 'output'),
  ),
  column('context', 'Context', { track: '76px', align: 'end', minListPx: 760 }, ({ contextWindowTokens }) =>
    formatCount(contextWindowTokens),
  ),
];

export function RegistryTab() {
  const { picked, org } = useOneOrg();
  const may = usePermissions();
  const { search } = usePageSearch();
  const [adding, setAdding] = useState(false);
  const query = useAnswer(modelsRequest({ org }), consoleModels);
  const editable = may.admin && picked;
  return (
    <ListTab
      bar={
        <>
          <span className="muted">
            {picked
              ? 'Prices in USD per million tokens, as published by each provider.'
              : 'Models of the deployment. Pick an org to change tiers or to add a model.'}
          </span>
          {editable && (
            <Button variant="default" onClick={() => setAdding(true)}>
              Add a model
            </Button>
          )}
        </>
      }
    >
      <ListView
        label="Models"
        list={wholeList({ ...query, data: query.data?.items })}
        columns={columns}
        rowId={({ name }) => name}
        renderCard={(model) => (
          <RowCard
            title={<span className="mono">{model.name}</span>}
            state={<TierBadge model={model} />}
            note={`${model.own ? 'own server' : model.provider}, ${price(model, 'input')} in, ${price(model, 'output')} out`}
          />
        )}
        renderPeek={(model) => <ModelPeek key={model.name} model={model} editable={editable} org={org} />}
        empty={<EmptyState title="No model" />}
      />
      {query.data && !search.selected && (
        <TaskTiers tasks={query.data.taskTiers} editable={editable} org={org} />
      )}
      {adding && (
        <OwnModelDialog
          org={org}
          storable={query.data?.keysCanBeStored ?? false}
          onClose={() => setAdding(false)}
        />
      )}
    </ListTab>
  );
}

function TierBadge({ model }: { model: ConsoleModel }) {
  if (model.cooldown) return <StatusBadge tone="amber" label="Cooldown" />;
  const moved = model.tier !== model.ownTier;
  return (
    <StatusBadge
      tone={moved ? 'blue' : 'gray'}
      label={moved ? `${model.tier} (was ${model.ownTier})` : model.tier}
    />
  );
}

interface ModelPeekProps {
  model: ConsoleModel;
  editable: boolean;
  org: string | undefined;
}

function ModelPeek({ model, editable, org }: ModelPeekProps) {
  const setTier = useChange<string>({
    request: (tier) => ({
      method: 'PUT',
      path: `/admin/models/${encodeURIComponent(model.name)}/tier`,
      query: { org },
      body: { tier: tier === model.ownTier ? null : tier },
    }),
    invalidates: ['models'],
    done: (tier) => `${model.name} is ${tier} from the next turn`,
  });
  const abilities = Object.entries(model.abilities).flatMap(([name, has]) =>
    has ? [ABILITIES[name] ?? name] : [],
  );
  return (
    <Peek
      title={<span className="mono">{model.name}</span>}
      label={`Model ${model.name}`}
      actions={
        editable &&
        model.own && (
          <ChangeButton
            label="Remove"
            look={{ variant: 'subtle', color: 'red' }}
            title={`Remove ${model.name}?`}
            confirm="Remove"
            destructive
            change={{
              request: () => ({
                method: 'DELETE',
                path: `/admin/models/${encodeURIComponent(model.name)}`,
                query: { org },
              }),
              invalidates: ['models'],
              done: () => `${model.name} removed`,
            }}
          >
            The router no longer chooses this model, and its stored key is deleted. Its past cost stays in the
            reports.
          </ChangeButton>
        )
      }
    >
      <Stack gap={14}>
        {model.cooldown && <ModelCooldown model={model} cooldown={model.cooldown} org={org} />}
        {editable && (
          <Select
            label="Tier for this org"
            description={`Default: ${model.ownTier}`}
            data={['flash', 'standard', 'premium', { value: 'off', label: 'off: not used' }]}
            value={model.tier}
            disabled={setTier.isPending}
            onChange={(tier) => tier && setTier.mutate(tier)}
          />
        )}
        <Facts
          facts={{
            Provider: model.own ? 'own server' : model.provider,
            Input: `${price(model, 'input')} per million`,
            'Cached input': `${price(model, 'cachedInput')} per million`,
            Output: `${price(model, 'output')} per million`,
            'Context window': `${formatCount(model.contextWindowTokens)} tokens`,
            'Longest output': `${formatCount(model.maxOutputTokens)} tokens`,
            'Reserved tokens': `${model.inputMargin} × counted tokens`,
            Capabilities: abilities.join(', '),
            'Prices read on': model.prices.readOn,
            Source: model.prices.source,
            Address: model.own?.baseUrl,
            'Model name on the server': model.own?.model,
            Key: model.own && (model.own.hasKey ? 'stored' : 'none'),
          }}
        />
      </Stack>
    </Peek>
  );
}

const ABILITIES: Record<string, string> = {
  tools: 'tools',
  vision: 'pictures',
  jsonSchema: 'JSON by schema',
  streaming: 'streaming',
};
