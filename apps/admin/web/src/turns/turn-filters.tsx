import { turnStates } from '#contracts';
import { type ConsoleTurn, type ConsoleTurnFilter } from '#contracts/console';
import { useAgents } from '../agents/use-agents.ts';
import { AmongChip, ClearFilters, FilterChip, offered } from '../ui/filters.tsx';
import { PageFilter, PageSearchField } from '../ui/page-filters.tsx';
import { usePageSearch } from '../ui/page-search.ts';
import { agentName } from './turn-columns.tsx';
import { isNarrowed } from './turn-search.ts';
import { TURN_STATES } from './turn-state.tsx';

interface TurnFiltersProps {
  filters: ConsoleTurnFilter;
  /** Turns in view; their agents and channels are added to the options. */
  turns: readonly ConsoleTurn[];
}

export function TurnFilters({ filters, turns }: TurnFiltersProps) {
  const { change, clear } = usePageSearch<keyof ConsoleTurnFilter>();
  const agents = useAgents(filters.org);
  return (
    <>
      <PageSearchField label="Search turns" placeholder="Words, contact or id" />
      <PageFilter
        name="state"
        label="State"
        options={turnStates.map((state) => ({ value: state, label: TURN_STATES[state].label }))}
      />
      <PageFilter
        name="agent"
        label="Agent"
        searchable
        options={offered(
          [...agents.map(({ name }) => name), ...turns.filter((turn) => turn.agent).map(agentName)],
          filters.agent,
        )}
      />
      <PageFilter
        name="channel"
        label="Channel"
        options={offered(['chat', 'voice', ...turns.map((turn) => turn.channel)], filters.channel)}
      />
      <PageFilter name="programs" label="Programs" options={[{ value: 'yes', label: 'With programs' }]} />
      {filters.contact && (
        <FilterChip label={`Contact ${filters.contact}`} onRemove={() => change({ contact: undefined })} />
      )}
      <AmongChip among={filters.among} onRemove={() => change({ among: undefined })} />
      <ClearFilters shown={isNarrowed(filters)} onClear={clear} />
    </>
  );
}
