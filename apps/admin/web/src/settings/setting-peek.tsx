import {
  Group,
  NumberInput,
  PasswordInput,
  Select,
  Stack,
  TagsInput,
  Textarea,
  TextInput,
  type ButtonProps,
} from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { SettingView } from '#contracts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { Facts } from '../ui/facts.tsx';
import { NONE } from '../ui/format.ts';
import { Peek } from '../ui/peek.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { rangeOf, shownValue } from './setting-labels.ts';
import classes from './settings.module.css';

const LONG_TEXT_FROM_CHARACTERS = 80;

interface SettingPeekProps {
  setting: SettingView;
  org: string | undefined;
  mayChange: boolean;
  secretsCanBeStored: boolean;
}

export function SettingPeek({ setting, org, mayChange, secretsCanBeStored }: SettingPeekProps) {
  const [value, setValue] = useState(setting.value ?? '');
  const secret = setting.kind === 'secret';
  const shown = (stored: string | null) => stored && shownValue(setting, stored);
  const storable = mayChange && (!secret || secretsCanBeStored);
  const changed = secret ? value !== '' : value !== (setting.value ?? '');
  useUnsaved(changed);
  return (
    <Peek title={<span className="mono">{setting.name}</span>} label={`Setting ${setting.name}`}>
      <Stack gap={14}>
        <p className="lead">{setting.description}</p>
        {setting.problem && <p className={classes.problem}>The stored value is ignored: {setting.problem}</p>}
        {storable ? (
          <Stack gap={10} maw={460}>
            <SettingField setting={setting} value={value} onChange={setValue} />
            <Group gap={8}>
              <SettingChange
                setting={setting}
                value={value}
                org={org}
                label="Set for this org"
                look={{ variant: 'filled', disabled: !changed || value === '' }}
              />
              {setting.source === 'org' && (
                <SettingChange
                  setting={setting}
                  value={null}
                  org={org}
                  label={`Reset to ${shown(setting.default) ?? 'not set'}`}
                />
              )}
            </Group>
          </Stack>
        ) : (
          <p className="muted">
            {mayChange
              ? 'SECRETS_KEY is not set for this installation: no secret can be stored.'
              : 'Only admins of the org can change settings.'}
          </p>
        )}
        <Facts
          facts={{
            'Current value': secret
              ? setting.isSet
                ? 'stored secret'
                : NONE
              : (shown(setting.value) ?? NONE),
            Source: SOURCES[setting.source],
            'Inherited value': secret ? NONE : (shown(setting.default) ?? NONE),
            Range: rangeOf(setting),
            'Used by': setting.readBy,
            'Defined by': setting.pack ?? 'the platform',
            History: mayChange && (
              <Link
                to="/audit"
                search={(current: { org?: string }) => ({ org: current.org, q: setting.name })}
              >
                Audit log
              </Link>
            ),
          }}
        />
      </Stack>
    </Peek>
  );
}

const SOURCES = {
  org: 'the org',
  made: 'the org, at creation',
  deployment: 'the deployment’s environment',
  default: 'the platform default',
};

interface FieldProps {
  setting: SettingView;
  value: string;
  onChange: (value: string) => void;
}

function SettingField({ setting, value, onChange }: FieldProps) {
  const common = { label: 'Value', size: 'xs' } as const;
  switch (setting.kind) {
    case 'whole_number':
    case 'fraction':
      return (
        <NumberInput
          {...common}
          allowDecimal={setting.kind === 'fraction'}
          thousandSeparator
          step={setting.kind === 'fraction' ? 0.01 : 1}
          min={setting.min ?? undefined}
          max={setting.max ?? undefined}
          suffix={setting.unit ? ` ${setting.unit}` : undefined}
          value={value === '' ? '' : Number(value)}
          onChange={(next) => onChange(String(next))}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          allowDeselect
          data={setting.choices ?? []}
          value={value || null}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'names':
      return (
        <TagsInput
          {...common}
          placeholder="Enter adds one"
          value={value === '' ? [] : value.split(',')}
          onChange={(next) => onChange(next.join(','))}
        />
      );
    case 'secret':
      return (
        <PasswordInput
          {...common}
          autoComplete="off"
          description="Stored encrypted and never shown again"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    default:
      return value.length >= LONG_TEXT_FROM_CHARACTERS ? (
        <Textarea
          {...common}
          autosize
          minRows={2}
          maxRows={8}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...common} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
      );
  }
}

interface SettingChangeProps {
  setting: SettingView;
  /** Null resets the setting. */
  value: string | null;
  org: string | undefined;
  label: string;
  look?: ButtonProps;
}

function SettingChange({ setting, value, org, label, look }: SettingChangeProps) {
  const secret = setting.kind === 'secret';
  return (
    <ChangeButton
      label={label}
      look={look}
      title={value === null ? `Reset ${setting.name}?` : `Set ${setting.name}?`}
      confirm={value === null ? 'Reset' : 'Set'}
      withReason
      change={{
        request: (why) => ({
          method: value === null ? 'DELETE' : 'PUT',
          path: `/admin/settings/${setting.name}`,
          query: { org },
          body: value === null ? { why } : { value, why },
        }),
        invalidates: ['settings'],
        done: () => `${setting.name} changed. It applies within 2 s`,
      }}
    >
      <p>The change applies to the org from its next turn. The setting is used by {setting.readBy}.</p>
      {!secret && (
        <DifferenceView
          label={setting.name}
          before={shownValue(setting, setting.value ?? '')}
          after={shownValue(setting, value ?? setting.default ?? '')}
        />
      )}
    </ChangeButton>
  );
}
