import { Checkbox, NumberInput, Select, Slider, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { uuid, type FlagView } from '#contracts';
import { ChangeDialog } from '../ui/change-dialog.tsx';
import { consequencesOf, isGated, type FlagEdit } from './consequences.ts';
import { CLEAR, startValue, type EditPlace } from './flag-edit-start.ts';
import { defaultOf, rateWord, valueOfText, valueWord } from './flag-labels.ts';
import classes from './flags.module.css';
import { flagChange } from './flag-queries.ts';

const TITLES: Record<FlagEdit['place'], (flag: string, org: string) => string> = {
  default: (flag) => `Change the platform default of ${flag}`,
  org: (flag, org) => `Change ${flag} for ${org}`,
  share: (flag, org) => `Change ${flag} for a share of the conversations of ${org}`,
  conversation: (flag) => `Change ${flag} for one conversation`,
  kill: (flag) => `Kill switch of ${flag}`,
  revive: (flag) => `Turn off the kill switch of ${flag}`,
};

export function FlagEditDialog({
  flag,
  place,
  onClose,
}: {
  flag: FlagView;
  place: EditPlace;
  onClose: () => void;
}) {
  const known = flag.orgs.find(({ org }) => org.slug === place.org);
  const [org, setOrg] = useState(place.org ?? flag.orgs[0]?.org.slug ?? '');
  const [value, setValue] = useState(startValue(flag, place));
  const [percent, setPercent] = useState(known?.share.percent ?? 10);
  const [conversationId, setConversationId] = useState(place.conversationId ?? '');
  const [overrideGate, setOverrideGate] = useState(false);
  const edit = editOf(flag, place.place, { org, value, percent, conversationId });
  const gated = isGated(flag, edit);
  const complete = place.place !== 'conversation' || uuid.safeParse(conversationId).success;
  return (
    <ChangeDialog
      opened
      onClose={onClose}
      title={TITLES[place.place](flag.key, known?.org.name ?? 'an org')}
      confirm={place.place === 'kill' ? 'Kill everywhere' : 'Change'}
      destructive={place.place === 'kill'}
      withReason
      incomplete={!complete || (gated && !overrideGate)}
      change={flagChange(flag.key, edit, { revision: revisionOf(flag, edit), overrideGate })}
    >
      {(tried) => (
        <>
          {place.place !== 'kill' && place.place !== 'revive' && (
            <Stack gap={10} mb={12}>
              {place.place === 'conversation' && !place.conversationId && (
                <>
                  <Select
                    label="Org"
                    data={flag.orgs.map((row) => ({ value: row.org.slug, label: row.org.name }))}
                    value={org}
                    onChange={(slug) => setOrg(slug ?? '')}
                  />
                  <TextInput
                    label="Conversation"
                    description="The conversation id, shown on every turn"
                    required
                    error={tried && !complete && 'Enter a conversation id. Every turn shows one'}
                    value={conversationId}
                    onChange={(event) => setConversationId(event.currentTarget.value.trim())}
                  />
                </>
              )}
              <Select
                label="Value"
                data={optionsOf(flag, place)}
                value={value}
                onChange={(next) => setValue(next ?? CLEAR)}
              />
              {place.place === 'share' && value !== CLEAR && (
                <div className={classes.percent}>
                  <Slider
                    aria-label="Share of conversations"
                    value={percent}
                    onChange={setPercent}
                    label={null}
                    marks={[{ value: 0 }, { value: 25 }, { value: 50 }, { value: 75 }, { value: 100 }]}
                    thumbProps={{ 'aria-label': 'Share of conversations in percent' }}
                  />
                  <NumberInput
                    aria-label="Percent"
                    suffix=" %"
                    min={0}
                    max={100}
                    decimalScale={2}
                    value={percent}
                    onChange={(next) => setPercent(Number(next) || 0)}
                  />
                </div>
              )}
            </Stack>
          )}
          <ul className={classes.consequences} aria-label="What will happen">
            {consequencesOf(flag, edit).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {gated && flag.gate && (
            <div className={classes.closed}>
              <p>
                The gate is closed: toolInBrokeredSet is {rateWord(flag.gate.rate)} over {flag.gate.turns}{' '}
                turns in {flag.gate.measuredIn}; {flag.gate.variant} needs {rateWord(flag.gate.minRate)} over{' '}
                {flag.gate.minTurns}. A single org can use it at any time.
              </p>
              <Checkbox
                label="Override the gate. The audit log records your reason and the measured rate"
                checked={overrideGate}
                error={tried && !overrideGate && 'Override the gate to make this change'}
                aria-invalid={(tried && !overrideGate) || undefined}
                onChange={(event) => setOverrideGate(event.currentTarget.checked)}
              />
            </div>
          )}
        </>
      )}
    </ChangeDialog>
  );
}

function optionsOf(flag: FlagView, { place, org, conversationId }: EditPlace) {
  const values = flag.values.map((value) => ({ value: String(value), label: valueWord(value) }));
  const here = flag.orgs.find((row) => row.org.slug === org);
  const set =
    place === 'default'
      ? flag.default.value !== null
      : place === 'org'
        ? here?.own.value !== null
        : place === 'share'
          ? here?.share.value !== null
          : conversationId !== undefined;
  const words = {
    default: `Declared default: ${valueWord(flag.declaredDefault)}`,
    org: `Platform default: ${valueWord(defaultOf(flag))}`,
    share: 'No share',
    conversation: 'Same as its org',
    kill: '',
    revive: '',
  };
  return set ? [...values, { value: CLEAR, label: words[place] }] : values;
}

function editOf(
  flag: FlagView,
  place: FlagEdit['place'],
  form: { org: string; value: string; percent: number; conversationId: string },
): FlagEdit {
  const value = form.value === CLEAR ? null : valueOfText(flag, form.value);
  switch (place) {
    case 'kill':
    case 'revive':
      return { place };
    case 'default':
      return { place, value };
    case 'org':
      return { place, org: form.org, value };
    case 'share':
      return { place, org: form.org, value, percent: form.percent };
    case 'conversation':
      return { place, org: form.org, conversationId: form.conversationId, value };
  }
}

/** The revision on screen: a concurrent change is refused, not overwritten. */
function revisionOf(flag: FlagView, edit: FlagEdit): number | undefined {
  if (edit.place === 'kill' || edit.place === 'revive') return flag.kill.revision;
  if (edit.place === 'default') return flag.default.revision;
  if (edit.place === 'conversation') return undefined;
  const here = flag.orgs.find(({ org }) => org.slug === edit.org);
  return edit.place === 'org' ? here?.own.revision : here?.share.revision;
}
