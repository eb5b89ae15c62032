import { FIRST_QUEUE } from '../queues/queue-search.ts';
import type { CostRange } from '../models/cost-range.ts';
import type { PageSearch } from '../ui/page-search.ts';
import type { Ask } from './client.ts';

/**
 * Addresses of the API answers that pages show. A page reads them with a schema, which is part of its script.
 * The router starts the requests as soon as the address is known, while the script still loads.
 */

type Search<Name extends string = never> = PageSearch<Name>;
const part = encodeURIComponent;

export const overviewAsk = ({ org }: Search): Ask => ({ path: '/admin/overview', query: { org } });

export const inboxAsk = ({ org, tab }: Search<'tab'>): Ask => ({
  path: '/admin/inbox',
  query: { org, kind: tab },
});
/** Two pages can be read at once; the counts come with each. */
export const inboxCountsAsk = ({ org }: Search): Ask => ({ path: '/admin/inbox', query: { org, limit: 1 } });

export const turnsAsk = (filters: Record<string, string | undefined>): Ask => ({
  path: '/admin/turns',
  query: filters,
});
export const turnAsk = (turnId: string): Ask => ({ path: `/admin/turns/${part(turnId)}` });
export const turnJobsAsk = (turnId: string): Ask => ({ path: `/admin/turns/${part(turnId)}/jobs` });
export const programsAsk = (turnId: string, { org }: Search): Ask => ({
  path: `/admin/turns/${part(turnId)}/programs`,
  query: { org },
});

export const conversationsAsk = ({
  org,
  q,
  contact,
  channel,
  pack,
}: Search<'q' | 'contact' | 'channel' | 'pack'>): Ask => ({
  path: '/admin/conversations',
  query: { org, q, contact, channel, pack },
});
export const conversationAsk = (id: string): Ask => ({ path: `/admin/conversations/${part(id)}` });
export const conversationTurnsAsk = (id: string): Ask => ({ path: `/admin/conversations/${part(id)}/turns` });

export const tracesAsk = ({ selected: _selected, ...filters }: Search): Ask => ({
  path: '/admin/traces',
  query: filters,
});

/** The turns of a trace. Only the id is sent, since other parameters would be searched as words. */
export const turnsOfTraceAsk = (traceId: string): Ask => turnsAsk({ q: traceId });
/** A trace with several turns, shown around one of them. */
export const traceAsk = (traceId: string, turn?: string): Ask => ({
  path: `/admin/traces/${part(traceId)}`,
  query: { turn },
});

export const traceWordsAsk = (traceId: string, q: string): Ask => ({
  path: `/admin/traces/${part(traceId)}/words`,
  query: { q },
});

/** Facets cannot be counted under a word search. */
export const traceFacetsAsk = ({ selected: _selected, q: _q, ...filters }: Search<'q'>): Ask => ({
  path: '/admin/traces/facets',
  query: filters,
});

export const agentsAsk = (org: string | undefined): Ask => ({ path: '/admin/agents', query: { org } });

export const brokerAsk = ({ org, days, mode }: Search<'days' | 'mode'>, by: string): Ask => ({
  path: '/admin/broker/metrics',
  query: { org, days, mode, by },
});
export const missesAsk = ({ org, days, tool }: Search<'days' | 'tool'>): Ask => ({
  path: '/admin/broker/misses',
  query: { org, days, tool },
});
export const brokerModesAsk = ({ org, days }: Search<'days'>): Ask => ({
  path: '/admin/broker/modes',
  query: { org, days },
});
export const brokerRankersAsk = ({ org }: Search): Ask => ({ path: '/admin/broker/rankers', query: { org } });

export const gapsAsk = ({ org, days, kind }: Search<'days' | 'kind'>): Ask => ({
  path: '/admin/broker/gaps',
  query: { org, days, kind },
});

export const flagsAsk = (org: string | undefined): Ask => ({ path: '/admin/flags', query: { org } });
export const flagAsk = (key: string, org: string | undefined): Ask => ({
  path: `/admin/flags/${part(key)}`,
  query: { org },
});

export const toolsAsk = ({ org, days }: Search<'days'>): Ask => ({
  path: '/admin/tools',
  query: { org, days },
});
/** The report covers a week or a month. */
export const deprecatedToolsAsk = ({ org, days }: Search<'days'>): Ask => ({
  path: '/admin/tools/deprecated',
  query: { org, days: days === '7' || days === '30' ? days : undefined },
});
export const toolAsk = (name: string, { org }: Search): Ask => ({
  path: `/admin/tools/${part(name)}`,
  query: { org },
});

export const toolUsersAsk = (name: string, { org, days }: Search<'days'>): Ask => ({
  path: `/admin/tools/${part(name)}/users`,
  query: { org, days },
});

export const insightsAsk = ({ org, q, contact, category }: Search<'q' | 'contact' | 'category'>): Ask => ({
  path: '/admin/insights',
  query: { org, q, contact, category },
});

export const requestsAsk = ({
  org,
  status,
  category,
  urgency,
}: Search<'status' | 'category' | 'urgency'>): Ask => ({
  path: '/admin/requests',
  query: { org, status, category, urgency },
});

export const measuresAsk: Ask = { path: '/admin/analytics/measures' };
export const analyticsAsk = (asked: Record<string, string>): Ask => ({
  path: '/admin/analytics/query',
  query: asked,
});

export const savedQueriesAsk = ({ org }: Search): Ask => ({
  path: '/admin/analytics/queries',
  query: { org },
});

export const spendAsk = ({ org }: Search, range: CostRange, by: string): Ask => ({
  path: '/admin/spend',
  query: { org, ...range, by },
});
export const budgetsAsk = ({ org }: Search): Ask => ({ path: '/admin/budgets', query: { org } });
export const modelsAsk = ({ org }: Search): Ask => ({ path: '/admin/models', query: { org } });
export const providerKeysAsk = ({ org }: Search): Ask => ({ path: '/admin/provider-keys', query: { org } });
export const circuitsAsk = ({ org }: Search): Ask => ({ path: '/admin/model-circuits', query: { org } });

export const queuesAsk: Ask = { path: '/admin/queues' };
export const followUpsAsk = ({
  org,
  state,
  job,
  q,
  among,
}: Search<'state' | 'job' | 'q' | 'among'>): Ask => ({
  path: '/admin/follow-ups',
  query: { org, state, job, q, among },
});

export const queuedJobsAsk = ({ queue, state, q }: Search<'queue' | 'state' | 'q'>): Ask => ({
  path: `/admin/queues/${part(queue ?? FIRST_QUEUE)}/jobs`,
  query: { state: state ?? 'failed', q },
});
export const mcpServersAsk = ({ org }: Search): Ask => ({ path: '/admin/mcp-servers', query: { org } });

export const settingsAsk = ({ org }: Search): Ask => ({ path: '/admin/settings', query: { org } });
export const deliveriesAsk = ({ org, state }: Search<'state'>): Ask => ({
  path: '/admin/webhooks/deliveries',
  query: { org, state },
});

export const usersAsk = ({ org, q, role }: Search<'q' | 'role'>): Ask => ({
  path: '/admin/users',
  query: { org, q, role },
});
export const invitationsAsk = ({ org }: Search): Ask => ({ path: '/admin/invitations', query: { org } });
export const apiKeysAsk = ({ org }: Search): Ask => ({ path: '/admin/api-keys', query: { org } });

export const auditFilterNames = ['action', 'actor', 'user', 'q', 'from', 'to'] as const;
export const auditAsk = (search: Search<(typeof auditFilterNames)[number]>): Ask => ({
  path: '/admin/audit',
  query: { org: search.org, ...Object.fromEntries(auditFilterNames.map((name) => [name, search[name]])) },
});
