import { turnStates } from '#contracts';
import { type ConsoleTurn, type ConsoleTurnFilter } from '#contracts/console';
import { useAgents } from '../agents/use-agents.ts';
import { AmongChip, ClearFilters, FilterChip, FilterSelect, offered } from '../ui/filters.tsx';
import { SearchField } from '../ui/search-field.tsx';
import { agentName } from './turn-columns.tsx';
import { isNarrowed } from './turn-search.ts';
import { TURN_STATES } from './turn-state.tsx';

interface TurnFiltersProps {
  filters: ConsoleTurnFilter;
  /** Turns in view; their agents and channels are added to the options. */
  turns: readonly ConsoleTurn[];
  onChange: (change: Partial<ConsoleTurnFilter>) => void;
  onClear: () => void;
}

export function TurnFilters({ filters, turns, onChange, onClear }: TurnFiltersProps) {
  const agents = useAgents(filters.org);
  return (
    <>
      <SearchField
        label="Search turns"
        placeholder="Words, contact or id"
        value={filters.q}
        onChange={(q) => onChange({ q })}
      />
      <FilterSelect
        label="State"
        options={turnStates.map((state) => ({ value: state, label: TURN_STATES[state].label }))}
        value={filters.state}
        onChange={(state) => onChange({ state: state as ConsoleTurnFilter['state'] })}
      />
      <FilterSelect
        label="Agent"
        searchable
        options={offered(
          [...agents.map(({ name }) => name), ...turns.filter((turn) => turn.agent).map(agentName)],
          filters.agent,
        )}
        value={filters.agent}
        onChange={(agent) => onChange({ agent })}
      />
      <FilterSelect
        label="Channel"
        options={offered(['chat', 'voice', ...turns.map((turn) => turn.channel)], filters.channel)}
        value={filters.channel}
        onChange={(channel) => onChange({ channel })}
      />
      {filters.contact && (
        <FilterChip label={`Contact ${filters.contact}`} onRemove={() => onChange({ contact: undefined })} />
      )}
      <AmongChip among={filters.among} onRemove={() => onChange({ among: undefined })} />
      <ClearFilters shown={isNarrowed(filters)} onClear={onClear} />
    </>
  );
}
