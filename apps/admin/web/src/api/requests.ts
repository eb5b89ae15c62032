import { FIRST_QUEUE } from '../queues/queue-search.ts';
import type { PageSearch } from '../ui/page-search.ts';
import type { ApiRequest } from './client.ts';

/**
 * Addresses of the API answers that pages show. A page reads them with a schema, which is part of its script.
 * The router starts the requests as soon as the address is known, while the script still loads.
 */

type Search<Name extends string = never> = PageSearch<Name>;
const part = encodeURIComponent;

const request = (key: string, path: string, query?: ApiRequest['query']): ApiRequest => ({
  key,
  path,
  query,
});

/** Requests of `path` with the org and the parameters `names` of an address, and no others. */
const listed =
  <Name extends string = never>(key: string, path: string, ...names: Name[]) =>
  (search: Search<Name>): ApiRequest =>
    request(key, path, Object.fromEntries((['org', ...names] as const).map((name) => [name, search[name]])));

export const overviewRequest = listed('overview', '/admin/overview');

/** Requests every kind if the tab is none, as the page shows it. */
export const inboxRequest = ({ org, tab = '' }: Search<'tab'>) =>
  request('inbox', '/admin/inbox', { org, kind: INBOX_KIND.exec(tab)?.[0] });
const INBOX_KIND = /^(?:approval|effect|definition|webhook)$/;

export const inboxCountsRequest = ({ org }: Search) => request('inbox', '/admin/inbox', { org, limit: 1 });

export const turnsRequest = (filters: Record<string, string | undefined>) =>
  request('turns', '/admin/turns', filters);
export const turnRequest = (turnId: string) => request('turn', `/admin/turns/${part(turnId)}`);
export const turnJobsRequest = (turnId: string) => request('turn-jobs', `/admin/turns/${part(turnId)}/jobs`);
export const programsRequest = (turnId: string, { org }: Search) =>
  request('programs', `/admin/turns/${part(turnId)}/programs`, { org });

export const conversationsRequest = listed(
  'conversations',
  '/admin/conversations',
  'q',
  'contact',
  'channel',
  'pack',
);
export const conversationRequest = (id: string) =>
  request('conversation', `/admin/conversations/${part(id)}`);
export const conversationTurnsRequest = (id: string) =>
  request('conversation-turns', `/admin/conversations/${part(id)}/turns`);

export const tracesRequest = ({ selected: _selected, ...filters }: Search) =>
  request('traces', '/admin/traces', filters);

/** The turns of a trace. Only the id is sent, since other parameters would be searched as words. */
export const turnsOfTraceRequest = (traceId: string) =>
  request('turns-of-trace', '/admin/turns', { q: traceId });
export const traceRequest = (traceId: string, turn?: string) =>
  request('trace', `/admin/traces/${part(traceId)}`, { turn });

export const traceWordsRequest = (traceId: string, q: string) =>
  request('trace-words', `/admin/traces/${part(traceId)}/words`, { q });

/** Facets cannot be counted under a word search. */
export const traceFacetsRequest = ({ selected: _selected, q: _q, ...filters }: Search<'q'>) =>
  request('trace-facets', '/admin/traces/facets', filters);

export const agentsRequest = (org: string | undefined) => request('agents', '/admin/agents', { org });

export const brokerRequest = ({ org, days, mode }: Search<'days' | 'mode'>, by: string) =>
  request('broker', '/admin/broker/metrics', { org, days, mode, by });
export const missesRequest = listed('misses', '/admin/broker/misses', 'days', 'tool');
export const brokerModesRequest = listed('broker', '/admin/broker/modes', 'days');
export const brokerRankersRequest = listed('rankers', '/admin/broker/rankers');

export const gapsRequest = listed('gaps', '/admin/broker/gaps', 'days', 'kind');

export const flagsRequest = (org: string | undefined) => request('flags', '/admin/flags', { org });
export const flagRequest = (key: string, org: string | undefined) =>
  request('flags', `/admin/flags/${part(key)}`, { org });

export const toolsRequest = listed('tools', '/admin/tools', 'days');
/** The report covers a week or a month. */
export const deprecatedToolsRequest = ({ org, days }: Search<'days'>) =>
  request('tools', '/admin/tools/deprecated', {
    org,
    days: days === '7' || days === '30' ? days : undefined,
  });
export const toolRequest = (name: string, { org }: Search) =>
  request('tool', `/admin/tools/${part(name)}`, { org });

export const toolUsersRequest = (name: string, { org, days }: Search<'days'>) =>
  request('tool-users', `/admin/tools/${part(name)}/users`, { org, days });

export const insightsRequest = listed('insights', '/admin/insights', 'q', 'contact', 'category');

export const knowledgeRequest = listed('knowledge', '/admin/knowledge', 'q');

/** Also tells whether the org's model is the offline one. */
export const playgroundModelsRequest = listed('playground-models', '/admin/playground/models');

export const requestsRequest = listed('requests', '/admin/requests', 'status', 'category', 'urgency');

export const measuresRequest = request('analytics-measures', '/admin/analytics/measures');
export const analyticsRequest = (query: Record<string, string>) =>
  request('analytics', '/admin/analytics/query', query);

export const savedQueriesRequest = listed('saved-queries', '/admin/analytics/queries');

export const spendRequest = ({ org, days }: Search<'days'>, by: string) =>
  request('models', '/admin/spend', { org, days, by });
export const budgetsRequest = listed('models', '/admin/budgets');
export const modelsRequest = listed('models', '/admin/models');
export const providerKeysRequest = listed('models', '/admin/provider-keys');
export const circuitsRequest = listed('models', '/admin/model-circuits');

export const queuesRequest = listed('queues', '/admin/queues');
export const outboxTasksRequest = listed('outbox', '/admin/outbox-tasks', 'state', 'job', 'q', 'among');

type JobFilter = Search<'queue' | 'state' | 'q'>;
export const queuedJobsRequest = ({ org, queue = FIRST_QUEUE, state = 'failed', q }: JobFilter) =>
  request('queued-jobs', `/admin/queues/${part(queue)}/jobs`, { org, state, q });
export const mcpServersRequest = listed('mcp-servers', '/admin/mcp-servers');

export const settingsRequest = listed('settings', '/admin/settings');
export const deliveriesRequest = listed('webhooks', '/admin/webhooks/deliveries', 'state');

export const usersRequest = listed('users', '/admin/users', 'q', 'role');
export const invitationsRequest = listed('invitations', '/admin/invitations');
export const apiKeysRequest = listed('api-keys', '/admin/api-keys');

export const auditFilterNames = ['action', 'actor', 'user', 'q', 'from', 'to'] as const;
export const auditRequest = listed('audit', '/admin/audit', ...auditFilterNames);
