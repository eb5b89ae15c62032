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

/** Requests of `path` with the org and the parameters `names` of an address, and no others. */
const listed =
  <Name extends string = never>(path: string, ...names: Name[]) =>
  (search: Search<Name>): ApiRequest => ({
    path,
    query: Object.fromEntries((['org', ...names] as const).map((name) => [name, search[name]])),
  });

export const overviewRequest = listed('/admin/overview');

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

export const conversationsRequest = listed('/admin/conversations', 'q', 'contact', 'channel', 'pack');
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
export const missesRequest = listed('/admin/broker/misses', 'days', 'tool');
export const brokerModesRequest = listed('/admin/broker/modes', 'days');
export const brokerRankersRequest = listed('/admin/broker/rankers');

export const gapsRequest = listed('/admin/broker/gaps', 'days', 'kind');

export const flagsRequest = (org: string | undefined): ApiRequest => ({
  path: '/admin/flags',
  query: { org },
});
export const flagRequest = (key: string, org: string | undefined): ApiRequest => ({
  path: `/admin/flags/${part(key)}`,
  query: { org },
});

export const toolsRequest = listed('/admin/tools', 'days');
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

export const insightsRequest = listed('/admin/insights', 'q', 'contact', 'category');

export const requestsRequest = listed('/admin/requests', 'status', 'category', 'urgency');

export const measuresRequest: ApiRequest = { path: '/admin/analytics/measures' };
export const analyticsRequest = (query: Record<string, string>): ApiRequest => ({
  path: '/admin/analytics/query',
  query: query,
});

export const savedQueriesRequest = listed('/admin/analytics/queries');

export const spendRequest = ({ org }: Search, range: CostRange, by: string): ApiRequest => ({
  path: '/admin/spend',
  query: { org, ...range, by },
});
export const budgetsRequest = listed('/admin/budgets');
export const modelsRequest = listed('/admin/models');
export const providerKeysRequest = listed('/admin/provider-keys');
export const circuitsRequest = listed('/admin/model-circuits');

export const queuesRequest: ApiRequest = { path: '/admin/queues' };
export const outboxTasksRequest = listed('/admin/outbox-tasks', 'state', 'job', 'q', 'among');

export const queuedJobsRequest = ({ queue, state, q }: Search<'queue' | 'state' | 'q'>): ApiRequest => ({
  path: `/admin/queues/${part(queue ?? FIRST_QUEUE)}/jobs`,
  query: { state: state ?? 'failed', q },
});
export const mcpServersRequest = listed('/admin/mcp-servers');

export const settingsRequest = listed('/admin/settings');
export const deliveriesRequest = listed('/admin/webhooks/deliveries', 'state');

export const usersRequest = listed('/admin/users', 'q', 'role');
export const invitationsRequest = listed('/admin/invitations');
export const apiKeysRequest = listed('/admin/api-keys');

export const auditFilterNames = ['action', 'actor', 'user', 'q', 'from', 'to'] as const;
export const auditRequest = listed('/admin/audit', ...auditFilterNames);
