import { TRACE_ID, type ConsoleSession } from '#contracts/console';
import { DEFAULT_GROUPING } from '../broker/broker-search.ts';
import { isOneOrg } from '../session/use-one-org.ts';
import { permissionsOf } from '../session/use-permissions.ts';
import type { PageSearch } from '../ui/page-search.ts';
import * as requests from './requests.ts';
import type { ApiRequest } from './client.ts';
import { firstPage } from './keyset-list.ts';

/** Requests that a page starts when it is opened, if they depend on its tab, its address or the viewer. */

interface Visit<Name extends string> {
  search: PageSearch<Name | 'tab'>;
  session: ConsoleSession;
}

/** The requests of each tab in the address; `first` is the tab without a name there. */
const byTab =
  <Name extends string = never>(
    tabs: Partial<Record<string, (search: PageSearch<Name>, session: ConsoleSession) => ApiRequest[]>>,
  ) =>
  ({ search, session }: Visit<Name>): ApiRequest[] =>
    tabs[search.tab ?? 'first']?.(search, session) ?? [];

/** Only while a single org is in view. */
const ofOneOrg =
  (ask: (search: PageSearch) => ApiRequest) =>
  (search: PageSearch, session: ConsoleSession): ApiRequest[] =>
    isOneOrg(session, search.org) ? [ask(search)] : [];

export const tracePage = (traceId: string): ApiRequest[] =>
  TRACE_ID.test(traceId) ? [requests.turnsOfTraceRequest(traceId)] : [];

export const brokerPage = byTab<'days' | 'mode' | 'by' | 'tool' | 'kind'>({
  first: (search) => [
    requests.brokerRequest(search, 'day'),
    requests.brokerRequest(search, search.by ?? DEFAULT_GROUPING),
  ],
  misses: (search) => [firstPage(requests.missesRequest(search))],
  modes: (search) => [requests.brokerModesRequest(search)],
  gaps: (search) => [firstPage(requests.gapsRequest(search))],
  rankers: (search) => [requests.brokerRankersRequest(search)],
});

export const toolsPage = byTab<'days'>({
  first: (search) => [requests.toolsRequest(search)],
  deprecated: (search) => [requests.deprecatedToolsRequest(search)],
});

export const requestsPage = byTab<'status' | 'category' | 'urgency' | 'days' | 'kind'>({
  first: (search) => [firstPage(requests.requestsRequest(search))],
  gaps: (search) => [firstPage(requests.gapsRequest(search))],
});

export const modelsPage = byTab<'days' | 'by'>({
  first: (search) => [
    requests.spendRequest(search, search.by ?? 'model'),
    requests.spendRequest(search, 'day'),
  ],
  budgets: ofOneOrg(requests.budgetsRequest),
  registry: (search) => [requests.modelsRequest(search)],
  keys: (search, session) =>
    permissionsOf(session).admin
      ? [requests.providerKeysRequest(search), requests.modelsRequest(search)]
      : [],
  circuits: (search) => [requests.circuitsRequest(search)],
});

export const queuesPage = byTab<'queue' | 'state' | 'job' | 'q' | 'among'>({
  first: (search) => [requests.queuesRequest(search)],
  work: (search) => [requests.queuesRequest(search), firstPage(requests.outboxTasksRequest(search))],
  jobs: (search) => [requests.queuesRequest(search), requests.queuedJobsRequest(search)],
  schedules: (search) => [requests.queuesRequest(search)],
});

export const settingsPage = byTab<'state'>({
  first: ofOneOrg(requests.settingsRequest),
  webhooks: (search, session) =>
    permissionsOf(session).work ? [firstPage(requests.deliveriesRequest(search))] : [],
});

export const usersPage = byTab<'q' | 'role'>({
  first: (search) => [firstPage(requests.usersRequest(search))],
  invitations: ofOneOrg((search) => firstPage(requests.invitationsRequest(search))),
  keys: ofOneOrg((search) => firstPage(requests.apiKeysRequest(search))),
});
