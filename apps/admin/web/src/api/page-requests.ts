import { TRACE_ID, type ConsoleSession } from '#contracts/console';
import { DEFAULT_GROUPING } from '../broker/broker-search.ts';
import { costRange } from '../models/cost-range.ts';
import type { QueuesSearchName } from '../queues/queue-search.ts';
import { permissionsOf } from '../session/use-permissions.ts';
import { isOneOrg } from '../session/use-one-org.ts';
import type { PageSearch } from '../ui/page-search.ts';
import {
  apiKeysRequest,
  brokerRequest,
  brokerModesRequest,
  brokerRankersRequest,
  budgetsRequest,
  circuitsRequest,
  deliveriesRequest,
  deprecatedToolsRequest,
  outboxTasksRequest,
  gapsRequest,
  invitationsRequest,
  missesRequest,
  modelsRequest,
  providerKeysRequest,
  queuedJobsRequest,
  queuesRequest,
  requestsRequest,
  settingsRequest,
  spendRequest,
  toolsRequest,
  turnsOfTraceRequest,
  usersRequest,
} from './requests.ts';
import type { ApiRequest } from './client.ts';
import { firstPage } from './keyset-list.ts';

/** Requests that a page starts when it is opened, if they depend on its tab, its address or the viewer. */

export const tracePageRequests = (traceId: string): ApiRequest[] =>
  TRACE_ID.test(traceId) ? [turnsOfTraceRequest(traceId)] : [];

export function brokerPageRequests(
  search: PageSearch<'tab' | 'days' | 'mode' | 'by' | 'tool' | 'kind'>,
): ApiRequest[] {
  switch (search.tab) {
    case undefined:
      return [brokerRequest(search, 'day'), brokerRequest(search, search.by ?? DEFAULT_GROUPING)];
    case 'misses':
      return [firstPage(missesRequest(search))];
    case 'modes':
      return [brokerModesRequest(search)];
    case 'gaps':
      return [gapsRequest(search)];
    case 'rankers':
      return [brokerRankersRequest(search)];
    default:
      return [];
  }
}

export const toolsPageRequests = (search: PageSearch<'tab' | 'days'>): ApiRequest[] =>
  search.tab === 'deprecated' ? [deprecatedToolsRequest(search)] : [toolsRequest(search)];

export const requestsPageRequests = (
  search: PageSearch<'tab' | 'status' | 'category' | 'urgency' | 'days' | 'kind'>,
) => (search.tab === 'gaps' ? [firstPage(gapsRequest(search))] : [firstPage(requestsRequest(search))]);

/** Some tabs are only for some roles. */
export function modelsPageRequests(
  search: PageSearch<'tab' | 'days' | 'by'>,
  session: ConsoleSession,
): ApiRequest[] {
  const oneOrg = isOneOrg(session, search.org);
  switch (search.tab) {
    case undefined: {
      const range = costRange(search.days, new Date());
      if (!range) return [];
      return [spendRequest(search, range, search.by ?? 'model'), spendRequest(search, range, 'day')];
    }
    case 'budgets':
      return oneOrg ? [budgetsRequest(search)] : [];
    case 'registry':
      return [modelsRequest(search)];
    case 'keys':
      return permissionsOf(session).admin ? [providerKeysRequest(search), modelsRequest(search)] : [];
    case 'circuits':
      return [circuitsRequest(search)];
    default:
      return [];
  }
}

export function queuesPageRequests(search: PageSearch<QueuesSearchName>): ApiRequest[] {
  switch (search.tab) {
    case 'work':
      return [queuesRequest, firstPage(outboxTasksRequest(search))];
    case 'jobs':
      return [queuesRequest, queuedJobsRequest(search)];
    default:
      return [queuesRequest];
  }
}

/** Only for roles that may see the tab. */
export function settingsPageRequests(
  search: PageSearch<'tab' | 'state'>,
  session: ConsoleSession,
): ApiRequest[] {
  if (search.tab === undefined) return isOneOrg(session, search.org) ? [settingsRequest(search)] : [];
  return search.tab === 'webhooks' && permissionsOf(session).work
    ? [firstPage(deliveriesRequest(search))]
    : [];
}

/** Some tabs are about a single org. */
export function usersPageRequests(
  search: PageSearch<'tab' | 'q' | 'role'>,
  session: ConsoleSession,
): ApiRequest[] {
  switch (search.tab) {
    case undefined:
      return [firstPage(usersRequest(search))];
    case 'invitations':
      return isOneOrg(session, search.org) ? [firstPage(invitationsRequest(search))] : [];
    case 'keys':
      return isOneOrg(session, search.org) ? [firstPage(apiKeysRequest(search))] : [];
    default:
      return [];
  }
}
