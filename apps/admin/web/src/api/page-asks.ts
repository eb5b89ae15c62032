import { TRACE_ID, type ConsoleSession } from '#contracts/console';
import { DEFAULT_GROUPING } from '../broker/broker-search.ts';
import { costRange } from '../models/cost-range.ts';
import type { QueuesSearchName } from '../queues/queue-search.ts';
import { mayOf } from '../session/use-may.ts';
import { isOneOrg } from '../session/use-one-org.ts';
import type { PageSearch } from '../ui/page-search.ts';
import {
  apiKeysAsk,
  brokerAsk,
  brokerModesAsk,
  brokerRankersAsk,
  budgetsAsk,
  circuitsAsk,
  deliveriesAsk,
  deprecatedToolsAsk,
  followUpsAsk,
  gapsAsk,
  invitationsAsk,
  missesAsk,
  modelsAsk,
  providerKeysAsk,
  queuedJobsAsk,
  queuesAsk,
  requestsAsk,
  settingsAsk,
  spendAsk,
  toolsAsk,
  turnsOfTraceAsk,
  usersAsk,
} from './asks.ts';
import type { Ask } from './client.ts';
import { firstPage } from './keyset-list.ts';

/** Requests that a page starts when it is opened, if they depend on its tab, its address or the viewer. */

export const tracePageAsks = (traceId: string): Ask[] =>
  TRACE_ID.test(traceId) ? [turnsOfTraceAsk(traceId)] : [];

export function brokerPageAsks(search: PageSearch<'tab' | 'days' | 'mode' | 'by' | 'tool' | 'kind'>): Ask[] {
  switch (search.tab) {
    case undefined:
      return [brokerAsk(search, 'day'), brokerAsk(search, search.by ?? DEFAULT_GROUPING)];
    case 'misses':
      return [firstPage(missesAsk(search))];
    case 'modes':
      return [brokerModesAsk(search)];
    case 'gaps':
      return [gapsAsk(search)];
    case 'rankers':
      return [brokerRankersAsk(search)];
    default:
      return [];
  }
}

export const toolsPageAsks = (search: PageSearch<'tab' | 'days'>): Ask[] =>
  search.tab === 'deprecated' ? [deprecatedToolsAsk(search)] : [toolsAsk(search)];

export const requestsPageAsks = (
  search: PageSearch<'tab' | 'status' | 'category' | 'urgency' | 'days' | 'kind'>,
) => (search.tab === 'gaps' ? [firstPage(gapsAsk(search))] : [firstPage(requestsAsk(search))]);

/** Some tabs are only for some roles. */
export function modelsPageAsks(search: PageSearch<'tab' | 'days' | 'by'>, session: ConsoleSession): Ask[] {
  const oneOrg = isOneOrg(session, search.org);
  switch (search.tab) {
    case undefined: {
      const range = costRange(search.days, new Date());
      if (!range) return [];
      return [spendAsk(search, range, search.by ?? 'model'), spendAsk(search, range, 'day')];
    }
    case 'budgets':
      return oneOrg ? [budgetsAsk(search)] : [];
    case 'registry':
      return [modelsAsk(search)];
    case 'keys':
      return mayOf(session).admin ? [providerKeysAsk(search), modelsAsk(search)] : [];
    case 'circuits':
      return [circuitsAsk(search)];
    default:
      return [];
  }
}

export function queuesPageAsks(search: PageSearch<QueuesSearchName>): Ask[] {
  switch (search.tab) {
    case 'work':
      return [queuesAsk, firstPage(followUpsAsk(search))];
    case 'jobs':
      return [queuesAsk, queuedJobsAsk(search)];
    default:
      return [queuesAsk];
  }
}

/** Only for roles that may see the tab. */
export function settingsPageAsks(search: PageSearch<'tab' | 'state'>, session: ConsoleSession): Ask[] {
  if (search.tab === undefined) return isOneOrg(session, search.org) ? [settingsAsk(search)] : [];
  return search.tab === 'webhooks' && mayOf(session).work ? [firstPage(deliveriesAsk(search))] : [];
}

/** Only for roles that may see the tab. */
export function usersPageAsks(search: PageSearch<'tab' | 'q' | 'role'>, session: ConsoleSession): Ask[] {
  if (!mayOf(session).admin) return [];
  switch (search.tab) {
    case undefined:
      return [firstPage(usersAsk(search))];
    case 'invitations':
      return isOneOrg(session, search.org) ? [firstPage(invitationsAsk(search))] : [];
    case 'keys':
      return isOneOrg(session, search.org) ? [firstPage(apiKeysAsk(search))] : [];
    default:
      return [];
  }
}
