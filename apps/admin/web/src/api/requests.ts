import { FIRST_QUEUE } from '../queues/queue-search.ts';
import type { CostRange } from '../models/cost-range.ts';
import type { PageSearch } from '../ui/page-search.ts';
import type { ApiRequest } from './client.ts';

/**
 * Addresses of the API answers that pages show. A page reads them with a schema, which is part of its script.
 * The router starts the requests as soon as the address is known, while the script still loads.
 */

type Search<Name extends string = never> = PageSearch<Name>;
const part = encodeURIComponent;

export const overviewRequest = ({ org }: Search): ApiRequest => ({ path: '/admin/overview', query: { org } });

export const inboxRequest = ({ org, tab }: Search<'tab'>): ApiRequest => ({
  path: '/admin/inbox',
  query: { org, kind: tab },
});
/** Two pages can be read at once; the counts come with each. */
export const inboxCountsRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/inbox',
  query: { org, limit: 1 },
});

export const turnsRequest = (filters: Record<string, string | undefined>): ApiRequest => ({
  path: '/admin/turns',
  query: filters,
});
export const turnRequest = (turnId: string): ApiRequest => ({ path: `/admin/turns/${part(turnId)}` });
export const turnJobsRequest = (turnId: string): ApiRequest => ({
  path: `/admin/turns/${part(turnId)}/jobs`,
});
export const programsRequest = (turnId: string, { org }: Search): ApiRequest => ({
  path: `/admin/turns/${part(turnId)}/programs`,
  query: { org },
});

export const conversationsRequest = ({
  org,
  q,
  contact,
  channel,
  pack,
}: Search<'q' | 'contact' | 'channel' | 'pack'>): ApiRequest => ({
  path: '/admin/conversations',
  query: { org, q, contact, channel, pack },
});
export const conversationRequest = (id: string): ApiRequest => ({ path: `/admin/conversations/${part(id)}` });
export const conversationTurnsRequest = (id: string): ApiRequest => ({
  path: `/admin/conversations/${part(id)}/turns`,
});

export const tracesRequest = ({ selected: _selected, ...filters }: Search): ApiRequest => ({
  path: '/admin/traces',
  query: filters,
});

/** The turns of a trace. Only the id is sent, since other parameters would be searched as words. */
export const turnsOfTraceRequest = (traceId: string): ApiRequest => turnsRequest({ q: traceId });
/** A trace with several turns, shown around one of them. */
export const traceRequest = (traceId: string, turn?: string): ApiRequest => ({
  path: `/admin/traces/${part(traceId)}`,
  query: { turn },
});

export const traceWordsRequest = (traceId: string, q: string): ApiRequest => ({
  path: `/admin/traces/${part(traceId)}/words`,
  query: { q },
});

/** Facets cannot be counted under a word search. */
export const traceFacetsRequest = ({ selected: _selected, q: _q, ...filters }: Search<'q'>): ApiRequest => ({
  path: '/admin/traces/facets',
  query: filters,
});

export const agentsRequest = (org: string | undefined): ApiRequest => ({
  path: '/admin/agents',
  query: { org },
});

export const brokerRequest = ({ org, days, mode }: Search<'days' | 'mode'>, by: string): ApiRequest => ({
  path: '/admin/broker/metrics',
  query: { org, days, mode, by },
});
export const missesRequest = ({ org, days, tool }: Search<'days' | 'tool'>): ApiRequest => ({
  path: '/admin/broker/misses',
  query: { org, days, tool },
});
export const brokerModesRequest = ({ org, days }: Search<'days'>): ApiRequest => ({
  path: '/admin/broker/modes',
  query: { org, days },
});
export const brokerRankersRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/broker/rankers',
  query: { org },
});

export const gapsRequest = ({ org, days, kind }: Search<'days' | 'kind'>): ApiRequest => ({
  path: '/admin/broker/gaps',
  query: { org, days, kind },
});

export const flagsRequest = (org: string | undefined): ApiRequest => ({
  path: '/admin/flags',
  query: { org },
});
export const flagRequest = (key: string, org: string | undefined): ApiRequest => ({
  path: `/admin/flags/${part(key)}`,
  query: { org },
});

export const toolsRequest = ({ org, days }: Search<'days'>): ApiRequest => ({
  path: '/admin/tools',
  query: { org, days },
});
/** The report covers a week or a month. */
export const deprecatedToolsRequest = ({ org, days }: Search<'days'>): ApiRequest => ({
  path: '/admin/tools/deprecated',
  query: { org, days: days === '7' || days === '30' ? days : undefined },
});
export const toolRequest = (name: string, { org }: Search): ApiRequest => ({
  path: `/admin/tools/${part(name)}`,
  query: { org },
});

export const toolUsersRequest = (name: string, { org, days }: Search<'days'>): ApiRequest => ({
  path: `/admin/tools/${part(name)}/users`,
  query: { org, days },
});

export const insightsRequest = ({
  org,
  q,
  contact,
  category,
}: Search<'q' | 'contact' | 'category'>): ApiRequest => ({
  path: '/admin/insights',
  query: { org, q, contact, category },
});

export const requestsRequest = ({
  org,
  status,
  category,
  urgency,
}: Search<'status' | 'category' | 'urgency'>): ApiRequest => ({
  path: '/admin/requests',
  query: { org, status, category, urgency },
});

export const measuresRequest: ApiRequest = { path: '/admin/analytics/measures' };
export const analyticsRequest = (query: Record<string, string>): ApiRequest => ({
  path: '/admin/analytics/query',
  query: query,
});

export const savedQueriesRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/analytics/queries',
  query: { org },
});

export const spendRequest = ({ org }: Search, range: CostRange, by: string): ApiRequest => ({
  path: '/admin/spend',
  query: { org, ...range, by },
});
export const budgetsRequest = ({ org }: Search): ApiRequest => ({ path: '/admin/budgets', query: { org } });
export const modelsRequest = ({ org }: Search): ApiRequest => ({ path: '/admin/models', query: { org } });
export const providerKeysRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/provider-keys',
  query: { org },
});
export const circuitsRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/model-circuits',
  query: { org },
});

export const queuesRequest: ApiRequest = { path: '/admin/queues' };
export const followUpsRequest = ({
  org,
  state,
  job,
  q,
  among,
}: Search<'state' | 'job' | 'q' | 'among'>): ApiRequest => ({
  path: '/admin/follow-ups',
  query: { org, state, job, q, among },
});

export const queuedJobsRequest = ({ queue, state, q }: Search<'queue' | 'state' | 'q'>): ApiRequest => ({
  path: `/admin/queues/${part(queue ?? FIRST_QUEUE)}/jobs`,
  query: { state: state ?? 'failed', q },
});
export const mcpServersRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/mcp-servers',
  query: { org },
});

export const settingsRequest = ({ org }: Search): ApiRequest => ({ path: '/admin/settings', query: { org } });
export const deliveriesRequest = ({ org, state }: Search<'state'>): ApiRequest => ({
  path: '/admin/webhooks/deliveries',
  query: { org, state },
});

export const usersRequest = ({ org, q, role }: Search<'q' | 'role'>): ApiRequest => ({
  path: '/admin/users',
  query: { org, q, role },
});
export const invitationsRequest = ({ org }: Search): ApiRequest => ({
  path: '/admin/invitations',
  query: { org },
});
export const apiKeysRequest = ({ org }: Search): ApiRequest => ({ path: '/admin/api-keys', query: { org } });

export const auditFilterNames = ['action', 'actor', 'user', 'q', 'from', 'to'] as const;
export const auditRequest = (search: Search<(typeof auditFilterNames)[number]>): ApiRequest => ({
  path: '/admin/audit',
  query: { org: search.org, ...Object.fromEntries(auditFilterNames.map((name) => [name, search[name]])) },
});
