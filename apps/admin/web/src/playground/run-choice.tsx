import { Group, Select } from '@mantine/core';
import { playgroundModels } from '#contracts/console';
import { playgroundModelsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { brokerModes, tiers, tierValue, type RunSettings } from './run-settings.ts';

const BY_TASK = '';
const BY_FLAG = '';
const MODES = [
  { value: BY_FLAG, label: 'Broker as flagged' },
  ...brokerModes.map((mode) => ({ value: mode, label: `Broker ${mode}` })),
];

interface RunChoiceProps {
  org: string;
  /** Prefix of the field names: `first run`. */
  name: string;
  value: RunSettings;
  onChange: (change: Partial<RunSettings>) => void;
}

export function RunChoice({ org, name, value, onChange }: RunChoiceProps) {
  const models = useAnswer(playgroundModelsRequest({ org }), playgroundModels);
  const items = models.data?.items ?? [];
  const known = items.some((model) => model.name === value.model);
  const choices = [
    {
      group: 'By tier',
      items: [
        { value: BY_TASK, label: 'Model by task' },
        ...tiers.map((tier) => ({ value: tierValue(tier), label: `Cheapest of tier ${tier}` })),
      ],
    },
    {
      group: 'One model',
      items: [
        ...items.map((model) => ({
          value: model.name,
          label: model.obstacle === null ? model.name : `${model.name} (${model.obstacle})`,
          disabled: model.obstacle !== null,
        })),
        // A link can name a model that the org does not have; the server reports it.
        ...(known || value.model === '' || value.model.startsWith('tier:')
          ? []
          : [{ value: value.model, label: value.model }]),
      ],
    },
  ];
  return (
    <Group flex="1 1 280px" miw={0} gap={8} wrap="nowrap">
      <Select
        aria-label={`Model, ${name}`}
        flex="1 1 150px"
        maw={240}
        data={choices}
        value={value.model}
        searchable
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        onChange={(model) => onChange({ model: model ?? BY_TASK })}
      />
      <Select
        aria-label={`Broker, ${name}`}
        flex="0 1 160px"
        data={MODES}
        value={value.broker}
        onChange={(broker) => onChange({ broker: broker ?? BY_FLAG })}
      />
    </Group>
  );
}
