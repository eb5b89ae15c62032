import { createRoute, createRouter, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router';
import { analyticsSearchNames, queryOf } from './analytics/analytics-search.ts';
import * as requests from './api/requests.ts';
import { firstPage } from './api/keyset-list.ts';
import * as pageRequests from './api/page-requests.ts';
import { playgroundSearchNames } from './playground/playground-search.ts';
import { parseSearch, stringifySearch } from './search-string.ts';
import { isOneOrg } from './session/use-one-org.ts';
import { permissionsOf } from './session/use-permissions.ts';
import { page, rootRoute } from './shell/page-route.ts';
import { RouteErrorPage } from './shell/route-error-page.tsx';
import { tracesSearchNames } from './traces/traces-search.ts';
import { filtersOf, parseListSearch, parseTurnSearch } from './turns/turn-search.ts';
import { Loading } from './ui/loading.tsx';
import { searchNames } from './ui/page-search.ts';

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', search: {}, replace: true });
  },
});

/** Each page has one entry here and, if it is in the sidebar, one line in shell/pages.ts. */

const routeTree = rootRoute.addChildren([
  homeRoute,
  page(
    '/overview',
    searchNames(),
    lazy(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
    ({ search }) => [requests.overviewRequest(search)],
  ),
  page(
    '/inbox',
    searchNames('tab'),
    lazy(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    ({ search }) => [firstPage(requests.inboxRequest(search)), requests.inboxCountsRequest(search)],
  ),
  page(
    '/flags',
    searchNames('tab', 'q'),
    lazy(() => import('./flags/flags-page.tsx'), 'FlagsPage'),
    ({ search }) => [requests.flagsRequest(search.org)],
  ),
  page(
    '/flags/$key',
    searchNames('at'),
    lazy(() => import('./flags/flag-page.tsx'), 'FlagPage'),
    ({ search, params }) => [requests.flagRequest(params.key, search.org)],
  ),
  page(
    '/models',
    searchNames('tab', 'days', 'by', 'prices'),
    lazy(() => import('./models/models-page.tsx'), 'ModelsPage'),
    pageRequests.modelsPage,
  ),
  page(
    '/settings',
    searchNames('tab', 'q', 'set', 'state'),
    lazy(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
    pageRequests.settingsPage,
  ),
  page(
    '/users',
    searchNames('tab', 'q', 'role'),
    lazy(() => import('./users/users-page.tsx'), 'UsersPage'),
    pageRequests.usersPage,
  ),
  page(
    '/audit',
    searchNames(...requests.auditFilterNames),
    lazy(() => import('./audit/audit-page.tsx'), 'AuditPage'),
    ({ search }) => [firstPage(requests.auditRequest(search))],
  ),
  page(
    '/analytics',
    searchNames(...analyticsSearchNames),
    lazy(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
    ({ search }) => [
      requests.measuresRequest,
      requests.analyticsRequest(queryOf(search)),
      requests.savedQueriesRequest(search),
    ],
  ),
  page(
    '/knowledge',
    searchNames('q', 'topic'),
    lazy(() => import('./knowledge/knowledge-page.tsx'), 'KnowledgePage'),
    ({ search, session }) =>
      isOneOrg(session, search.org)
        ? [requests.knowledgeRequest(search), requests.playgroundModelsRequest(search)]
        : [],
  ),
  page(
    '/memory',
    searchNames('q', 'contact', 'category'),
    lazy(() => import('./memory/memory-page.tsx'), 'MemoryPage'),
    ({ search, session }) =>
      isOneOrg(session, search.org) ? [firstPage(requests.insightsRequest(search))] : [],
  ),
  page(
    '/requests',
    searchNames('tab', 'status', 'category', 'urgency', 'days', 'kind'),
    lazy(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
    pageRequests.requestsPage,
  ),
  page(
    '/turns',
    parseListSearch,
    lazy(() => import('./turns/turns-page.tsx'), 'TurnsPage'),
    ({ search }) => [firstPage(requests.turnsRequest(filtersOf(search)))],
  ),
  page(
    '/turns/$turnId/programs',
    searchNames('back'),
    lazy(() => import('./programs/programs-page.tsx'), 'ProgramsPage'),
    ({ search, params, session }) =>
      permissionsOf(session).textsOf(search.org) && isOneOrg(session, search.org)
        ? [requests.programsRequest(params.turnId, search)]
        : [],
  ),
  page(
    '/turns/$turnId',
    parseTurnSearch,
    lazy(() => import('./turns/turn-page.tsx'), 'TurnPage'),
    ({ params }) => [requests.turnRequest(params.turnId)],
  ),
  page(
    '/conversations',
    searchNames('q', 'contact', 'channel', 'pack'),
    lazy(() => import('./conversations/conversations-page.tsx'), 'ConversationsPage'),
    ({ search }) => [firstPage(requests.conversationsRequest(search))],
  ),
  page(
    '/conversations/$conversationId',
    searchNames('drawer', 'turn', 'back'),
    lazy(() => import('./conversations/conversation-page.tsx'), 'ConversationPage'),
    ({ params: { conversationId } }) => [
      requests.conversationRequest(conversationId),
      firstPage(requests.conversationTurnsRequest(conversationId)),
    ],
  ),
  page(
    '/traces',
    searchNames(...tracesSearchNames),
    lazy(() => import('./traces/traces-page.tsx'), 'TracesPage'),
    ({ search }) => [firstPage(requests.tracesRequest(search)), requests.traceFacetsRequest(search)],
  ),
  page(
    '/traces/$traceId',
    searchNames('span', 'find', 'gaps', 'back'),
    lazy(() => import('./traces/trace-page.tsx'), 'TracePage'),
    ({ params }) => pageRequests.tracePage(params.traceId),
  ),
  page(
    '/playground',
    searchNames(...playgroundSearchNames),
    lazy(() => import('./playground/playground-page.tsx'), 'PlaygroundPage'),
    ({ search }) => (search.from === undefined ? [] : [requests.turnRequest(search.from)]),
  ),
  page(
    '/mcp-servers',
    searchNames(),
    lazy(() => import('./mcp-servers/mcp-servers-page.tsx'), 'McpServersPage'),
    ({ search }) => [requests.mcpServersRequest(search)],
  ),
  page(
    '/queues',
    searchNames('tab', 'queue', 'state', 'job', 'q', 'among'),
    lazy(() => import('./queues/queues-page.tsx'), 'QueuesPage'),
    pageRequests.queuesPage,
  ),
  page(
    '/broker',
    searchNames('tab', 'days', 'mode', 'by', 'kind', 'tool'),
    lazy(() => import('./broker/broker-page.tsx'), 'BrokerPage'),
    pageRequests.brokerPage,
  ),
  page(
    '/tools',
    searchNames('tab', 'q', 'pack', 'tier', 'state', 'lacks', 'days'),
    lazy(() => import('./tools/tools-page.tsx'), 'ToolsPage'),
    pageRequests.toolsPage,
  ),
  page(
    '/tools/$name',
    searchNames('tab', 'days', 'back'),
    lazy(() => import('./tools/tool-page.tsx'), 'ToolPage'),
    ({ search, params }) => [
      requests.toolRequest(params.name, search),
      ...(search.tab === undefined ? [requests.toolsRequest(search)] : []),
    ],
  ),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteErrorPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
