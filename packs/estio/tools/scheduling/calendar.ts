import { ToolError, type ToolContext } from '#pack-kit';
import {
  busyBetween,
  officeAgents,
  viewingsOfProperty,
  type Busy,
  type OfficeAgent,
} from '../../schema/calendar.repository.ts';
import { outsideBusy } from '../../integrations/calendar-service.ts';
import { spanOfDays, type TimeSpan } from './office-hours.ts';
import { propertyOf } from '../../schema/property.read-model.ts';

/** Stands for all agents of the office. */
export const ALL_AGENTS = 'all';

/** The calendars of agents between two days. */
export interface Calendars {
  provider: 'internal' | 'http';
  agents: { agent: OfficeAgent; busy: TimeSpan[] }[];
  busy: Busy[];
  /** Viewings of the property that the wish names. */
  atProperty: TimeSpan[];
}

export interface CalendarWish {
  from: string;
  to: string;
  /** Handle, account or name of one agent; all when absent or `all`. */
  agentId?: string;
  /** Account of the calling member. An account without a calendar stands for all agents. */
  ownId?: string;
  /** The viewings of this property keep every agent busy. */
  propertyId?: string;
}

/** @throws ToolError NOT_FOUND for an unknown agent or property; also the errors of {@link outsideBusy} */
export async function calendarsOf(context: ToolContext, wish: CalendarWish): Promise<Calendars> {
  const { agentId, ownId, propertyId } = wish;
  const span = spanOfDays(wish.from, wish.to, context.timezone);
  const { agents, busy, atProperty } = await context.read(async (tx) => {
    if (propertyId) await propertyOf(tx, propertyId);
    const office = await officeAgents(tx);
    const hasNone =
      agentId !== undefined && agentId === ownId && !office.some((agent) => isOf(agent, agentId));
    const chosen = chosenAgents(office, hasNone ? ALL_AGENTS : agentId);
    return {
      agents: chosen,
      busy: await busyBetween(tx, { ...span, agentIds: chosen.map(({ id }) => id), propertyId }),
      atProperty: propertyId ? await viewingsOfProperty(tx, propertyId, span) : [],
    };
  });
  const outside = await outsideBusy(context, agents, span);
  const all = [...busy, ...outside.busy].sort((one, other) => one.start.getTime() - other.start.getTime());
  return {
    provider: outside.provider,
    busy: all,
    atProperty,
    agents: agents.map((agent) => ({
      agent,
      busy: [...all.filter((entry) => entry.agentId === agent.id), ...atProperty],
    })),
  };
}

const isOf = ({ id, userId }: OfficeAgent, account: string) => id === account || userId === account;

/** @throws ToolError NOT_FOUND with the names of the existing agents */
export function chosenAgents(agents: OfficeAgent[], wanted: string | undefined): OfficeAgent[] {
  const name = wanted?.trim().toLowerCase();
  if (name === undefined || name === ALL_AGENTS) return agents;
  const found = agents.filter(
    (agent) =>
      agent.id.toLowerCase() === name ||
      agent.userId === name ||
      agent.name.toLowerCase() === name ||
      agent.name.toLowerCase().split(' ').includes(name),
  );
  if (found.length > 0) return found;
  throw new ToolError('NOT_FOUND', `There is no agent ${wanted}.`, {
    suggestions: agents.map((agent) => agent.name),
  });
}
