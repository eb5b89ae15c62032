import { Box, Button, SegmentedControl, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toolOverride, toolTiers, type ToolOverride } from '#contracts';
import { type ConsoleOrg, type ConsoleToolDetail } from '#contracts/console';
import { usePermissions } from '../session/use-permissions.ts';
import { ChangeButton } from '../ui/change-dialog.tsx';
import { DifferenceView } from '../ui/difference/difference-view.tsx';
import { Section } from '../ui/section.tsx';
import { useUnsaved } from '../ui/use-unsaved.ts';
import { draftOf, enabledHint, isEdited, overrideOf, type Draft } from './tool-draft.ts';
import classes from './tools.module.css';

export function ToolMetadata({ tool, org }: { tool: ConsoleToolDetail; org: ConsoleOrg | undefined }) {
  const may = usePermissions();
  const layer = org ? tool.org : tool.platform;
  const below = org ? layOver(tool.file, tool.platform.override) : tool.file;
  const [draft, setDraft] = useState(() => draftOf(tool.effective));
  const override = overrideOf(draft, below);
  const checked = toolOverride.safeParse(override);
  const changed = layer && isEdited(draft, tool.effective, below);
  const where = org ? org.name : 'every org';
  const disabled = !may.admin || !layer || (!org && !may.platform);
  useUnsaved(changed === true);
  return (
    <Section
      title={org ? `Metadata in ${org.name}` : 'Metadata of the platform'}
      hint={
        disabled
          ? 'Only admins can edit this.'
          : `An edit overrides the tool’s file for ${where} and can be reverted.`
      }
      actions={
        !disabled && (
          <>
            <Button variant="default" disabled={!changed} onClick={() => setDraft(draftOf(tool.effective))}>
              Discard
            </Button>
            <ChangeButton
              label="Save…"
              look={{ variant: 'filled', disabled: !changed || !checked.success }}
              title={`Save ${tool.name} for ${where}?`}
              confirm="Save"
              withReason
              change={{
                request: (reason) => ({
                  method: 'PUT',
                  path: `/admin/tools/${tool.name}/override`,
                  query: { org: org?.slug },
                  body: { override, seenVersion: layer?.version ?? 0, reason },
                }),
                invalidates: ['tool', 'tools', 'explanation'],
                done: () => `${tool.name} saved. Every process uses it within 2 s`,
              }}
            >
              <p>The next turns of {where} use this metadata.</p>
              <Changes before={tool.effective} after={{ ...below, ...override }} />
            </ChangeButton>
          </>
        )
      }
    >
      <DraftForm draft={draft} onChange={setDraft} disabled={disabled} override={layer?.override} org={org} />
      {changed && !checked.success && (
        <p role="alert" className={classes.problem}>
          {checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}
        </p>
      )}
    </Section>
  );
}

function Changes({ before, after }: { before: Draftable; after: Draftable }) {
  const fields = Object.keys(before).filter(
    (field) => JSON.stringify(before[field as never]) !== JSON.stringify(after[field as never]),
  );
  return (
    <>
      {fields.map((field) => (
        <div key={field} className={classes.change}>
          <h3>{field}</h3>
          <DifferenceView label={field} before={before[field as never]} after={after[field as never]} />
        </div>
      ))}
    </>
  );
}

type Draftable = ConsoleToolDetail['effective'];

function layOver(below: Draftable, override: ToolOverride): Draftable {
  return { ...below, ...override };
}

interface DraftFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  disabled: boolean;
  /** Overridden fields are marked. */
  override: ToolOverride | undefined;
  org: ConsoleOrg | undefined;
}

function DraftForm({ draft, onChange, disabled, override = {}, org }: DraftFormProps) {
  const mark = (field: keyof ToolOverride, label: string) =>
    override[field] === undefined ? label : `${label} (edited)`;
  const set = (part: Partial<Draft>) => onChange({ ...draft, ...part });
  const area = (field: 'description' | 'whenToUse' | 'examples', label: string, description: string) => (
    <Textarea
      label={mark(field, label)}
      description={description}
      autosize
      minRows={3}
      maxRows={14}
      disabled={disabled}
      value={draft[field]}
      onChange={(event) => set({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <div className={classes.draft}>
      <Stack gap={14}>
        {area('description', 'Description', 'Models read this to choose the tool.')}
        {area('whenToUse', 'When to use', 'One reason per line.')}
        {area(
          'examples',
          'Examples',
          'Messages that need this tool: one per line, in every language you serve.',
        )}
      </Stack>
      <Stack gap={14}>
        <div>
          <Box mb={4} fz={12} fw={500} id="tier-label">
            {mark('tier', 'Tier')}
          </Box>
          <SegmentedControl
            orientation="vertical"
            fullWidth
            aria-labelledby="tier-label"
            disabled={disabled}
            data={[...toolTiers]}
            value={draft.tier}
            onChange={(tier) => set({ tier: tier as Draft['tier'] })}
          />
        </div>
        <Switch
          label={mark('enabled', 'Enabled')}
          description={org ? undefined : enabledHint(draft)}
          disabled={disabled}
          checked={draft.enabled}
          onChange={(event) => set({ enabled: event.currentTarget.checked })}
        />
        <Switch
          label={mark('deprecated', 'Deprecated')}
          description="Keeps working, ranks behind its replacement"
          disabled={disabled}
          checked={draft.deprecated}
          onChange={(event) => set({ deprecated: event.currentTarget.checked })}
        />
        {draft.deprecated && (
          <>
            <TextInput
              label="Use instead"
              disabled={disabled}
              value={draft.replacedBy}
              onChange={(event) => set({ replacedBy: event.currentTarget.value.trim() })}
            />
            <TextInput
              label="Reason"
              disabled={disabled}
              value={draft.deprecationReason}
              onChange={(event) => set({ deprecationReason: event.currentTarget.value })}
            />
          </>
        )}
      </Stack>
    </div>
  );
}
