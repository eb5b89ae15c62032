import { Button, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { turnStates, type ConsoleTurn, type ConsoleTurnFilter } from '#contracts';
import { agentName } from './turn-columns.tsx';
import classes from './turn-filters.module.css';
import { isNarrowed } from './turn-search.ts';
import { TURN_STATES } from './turn-state.tsx';

const TYPING_PAUSE_MS = 250;

interface TurnFiltersProps {
  filters: ConsoleTurnFilter;
  /** The turns on screen: their agents and channels are offered. */
  turns: readonly ConsoleTurn[];
  onChange: (change: Partial<ConsoleTurnFilter>) => void;
  onClear: () => void;
}

export function TurnFilters({ filters, turns, onChange, onClear }: TurnFiltersProps) {
  return (
    <>
      <SearchField value={filters.q ?? ''} onChange={(q) => onChange({ q: q || undefined })} />
      <Select
        aria-label="State"
        placeholder="State"
        className={classes.select}
        clearable
        data={turnStates.map((state) => ({ value: state, label: TURN_STATES[state].label }))}
        value={filters.state ?? null}
        onChange={(state) => onChange({ state: state ?? undefined })}
      />
      <Select
        aria-label="Agent"
        placeholder="Agent"
        className={classes.select}
        clearable
        searchable
        nothingFoundMessage="No such agent in the list"
        data={offered(turns.filter((turn) => turn.agent).map(agentName), filters.agent)}
        value={filters.agent ?? null}
        onChange={(agent) => onChange({ agent: agent ?? undefined })}
      />
      <Select
        aria-label="Channel"
        placeholder="Channel"
        className={classes.select}
        clearable
        data={offered(['chat', 'voice', ...turns.map((turn) => turn.channel)], filters.channel)}
        value={filters.channel ?? null}
        onChange={(channel) => onChange({ channel: channel ?? undefined })}
      />
      {filters.contact && (
        <Button
          variant="light"
          rightSection={<IconX size={12} />}
          onClick={() => onChange({ contact: undefined })}
        >
          Contact {filters.contact}
        </Button>
      )}
      {isNarrowed(filters) && (
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      )}
    </>
  );
}

/** Each name once; the chosen one is offered even when no turn on screen has it. */
function offered(names: readonly string[], chosen: string | undefined): string[] {
  return [...new Set(chosen ? [...names, chosen] : names)].sort();
}

function SearchField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onChange(next.trim());
  }, TYPING_PAUSE_MS);
  useEffect(() => {
    // The address changed by other means: back, a link, "Clear".
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label="Search turns"
      placeholder="Words, contact or id"
      className={classes.search}
      leftSection={<IconSearch size={14} />}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}
