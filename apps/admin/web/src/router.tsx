import { createRoute, createRouter, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router';
import { analyticsSearchNames, askedWith } from './analytics/analytics-search.ts';
import * as asks from './api/asks.ts';
import { firstPage } from './api/keyset-list.ts';
import * as pageAsks from './api/page-asks.ts';
import { playgroundSearchNames } from './playground/playground-search.ts';
import { parseSearch, stringifySearch } from './search-string.ts';
import { isOneOrg } from './session/use-one-org.ts';
import { mayOf } from './session/use-may.ts';
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
    ({ search }) => [asks.overviewAsk(search)],
  ),
  page(
    '/inbox',
    searchNames('tab'),
    lazy(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    ({ search, session }) =>
      mayOf(session).work ? [firstPage(asks.inboxAsk(search)), asks.inboxCountsAsk(search)] : [],
  ),
  page(
    '/flags',
    searchNames('tab', 'q'),
    lazy(() => import('./flags/flags-page.tsx'), 'FlagsPage'),
    ({ search }) => [asks.flagsAsk(search.org)],
  ),
  page(
    '/flags/$key',
    searchNames('at'),
    lazy(() => import('./flags/flag-page.tsx'), 'FlagPage'),
    ({ search, params }) => [asks.flagAsk(params.key, search.org)],
  ),
  page(
    '/models',
    searchNames('tab', 'days', 'by', 'prices'),
    lazy(() => import('./models/models-page.tsx'), 'ModelsPage'),
    ({ search, session }) => pageAsks.modelsPageAsks(search, session),
  ),
  page(
    '/settings',
    searchNames('tab', 'q', 'set', 'state'),
    lazy(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
    ({ search, session }) => pageAsks.settingsPageAsks(search, session),
  ),
  page(
    '/users',
    searchNames('tab', 'q', 'role'),
    lazy(() => import('./users/users-page.tsx'), 'UsersPage'),
    ({ search, session }) => pageAsks.usersPageAsks(search, session),
  ),
  page(
    '/audit',
    searchNames(...asks.auditFilterNames),
    lazy(() => import('./audit/audit-page.tsx'), 'AuditPage'),
    ({ search, session }) => (mayOf(session).admin ? [firstPage(asks.auditAsk(search))] : []),
  ),
  page(
    '/analytics',
    searchNames(...analyticsSearchNames),
    lazy(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
    ({ search }) => [asks.measuresAsk, asks.analyticsAsk(askedWith(search)), asks.savedQueriesAsk(search)],
  ),
  page(
    '/memory',
    searchNames('q', 'contact', 'category'),
    lazy(() => import('./memory/memory-page.tsx'), 'MemoryPage'),
    ({ search, session }) => (isOneOrg(session, search.org) ? [firstPage(asks.insightsAsk(search))] : []),
  ),
  page(
    '/requests',
    searchNames('tab', 'status', 'category', 'urgency', 'days', 'kind'),
    lazy(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
    ({ search }) => pageAsks.requestsPageAsks(search),
  ),
  page(
    '/turns',
    parseListSearch,
    lazy(() => import('./turns/turns-page.tsx'), 'TurnsPage'),
    ({ search }) => [firstPage(asks.turnsAsk(filtersOf(search)))],
  ),
  page(
    '/turns/$turnId/programs',
    searchNames('back'),
    lazy(() => import('./programs/programs-page.tsx'), 'ProgramsPage'),
    ({ search, params, session }) =>
      mayOf(session).textsOf(search.org) && isOneOrg(session, search.org)
        ? [asks.programsAsk(params.turnId, search)]
        : [],
  ),
  page(
    '/turns/$turnId',
    parseTurnSearch,
    lazy(() => import('./turns/turn-page.tsx'), 'TurnPage'),
    ({ params }) => [asks.turnAsk(params.turnId)],
  ),
  page(
    '/conversations',
    searchNames('q', 'contact', 'channel', 'pack'),
    lazy(() => import('./conversations/conversations-page.tsx'), 'ConversationsPage'),
    ({ search }) => [firstPage(asks.conversationsAsk(search))],
  ),
  page(
    '/conversations/$conversationId',
    searchNames('drawer', 'turn', 'back'),
    lazy(() => import('./conversations/conversation-page.tsx'), 'ConversationPage'),
    ({ params: { conversationId } }) => [
      asks.conversationAsk(conversationId),
      firstPage(asks.conversationTurnsAsk(conversationId)),
    ],
  ),
  page(
    '/traces',
    searchNames(...tracesSearchNames),
    lazy(() => import('./traces/traces-page.tsx'), 'TracesPage'),
    ({ search }) => [firstPage(asks.tracesAsk(search)), asks.traceFacetsAsk(search)],
  ),
  page(
    '/traces/$traceId',
    searchNames('span', 'find', 'gaps', 'back'),
    lazy(() => import('./traces/trace-page.tsx'), 'TracePage'),
    ({ params }) => pageAsks.tracePageAsks(params.traceId),
  ),
  page(
    '/playground',
    searchNames(...playgroundSearchNames),
    lazy(() => import('./playground/playground-page.tsx'), 'PlaygroundPage'),
    ({ search, session }) =>
      search.from !== undefined && mayOf(session).work ? [asks.turnAsk(search.from)] : [],
  ),
  page(
    '/mcp-servers',
    searchNames(),
    lazy(() => import('./mcp-servers/mcp-servers-page.tsx'), 'McpServersPage'),
    ({ search }) => [asks.mcpServersAsk(search)],
  ),
  page(
    '/queues',
    searchNames('tab', 'queue', 'state', 'job', 'q', 'among'),
    lazy(() => import('./queues/queues-page.tsx'), 'QueuesPage'),
    ({ search, session }) => (mayOf(session).platform ? pageAsks.queuesPageAsks(search) : []),
  ),
  page(
    '/broker',
    searchNames('tab', 'days', 'mode', 'by', 'kind', 'tool'),
    lazy(() => import('./broker/broker-page.tsx'), 'BrokerPage'),
    ({ search }) => pageAsks.brokerPageAsks(search),
  ),
  page(
    '/tools',
    searchNames('tab', 'q', 'pack', 'tier', 'state', 'lacks', 'days'),
    lazy(() => import('./tools/tools-page.tsx'), 'ToolsPage'),
    ({ search }) => pageAsks.toolsPageAsks(search),
  ),
  page(
    '/tools/$name',
    searchNames('tab', 'days', 'back'),
    lazy(() => import('./tools/tool-page.tsx'), 'ToolPage'),
    ({ search, params }) => [
      asks.toolAsk(params.name, search),
      ...(search.tab === undefined ? [asks.toolsAsk(search)] : []),
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
