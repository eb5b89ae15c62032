import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import { analyticsSearchNames } from './analytics/analytics-search.ts';
import { playgroundSearchNames } from './playground/playground-search.ts';
import { parseSearch, stringifySearch } from './search-string.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteErrorPage } from './shell/route-error-page.tsx';
import { Root } from './shell/root.tsx';
import { parseListSearch, parseTurnSearch } from './turns/turn-search.ts';
import { Loading } from './ui/loading.tsx';
import { searchNames } from './ui/page-search.ts';

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/overview', search: {}, replace: true });
  },
});

/** A page at `path`, loaded when it is first opened; `parse` reads its state from the address. */
function page<Path extends string, Search extends object>(
  path: Path,
  parse: (raw: Record<string, unknown>) => Search,
  component: RouteComponent,
) {
  return createRoute({ getParentRoute: () => rootRoute, path, validateSearch: parse, component });
}
const lazy = lazyRouteComponent;

/* One page is one line here and, where it is in the sidebar, one line of shell/pages.ts. */

const routeTree = rootRoute.addChildren([
  homeRoute,
  page(
    '/overview',
    searchNames(),
    lazy(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
  ),
  page(
    '/inbox',
    searchNames('tab'),
    lazy(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  ),
  page(
    '/flags',
    searchNames('tab', 'q'),
    lazy(() => import('./flags/flags-page.tsx'), 'FlagsPage'),
  ),
  page(
    '/flags/$key',
    searchNames('at'),
    lazy(() => import('./flags/flag-page.tsx'), 'FlagPage'),
  ),
  page(
    '/models',
    searchNames('tab', 'days', 'by', 'prices'),
    lazy(() => import('./models/models-page.tsx'), 'ModelsPage'),
  ),
  page(
    '/settings',
    searchNames('tab', 'q', 'set', 'state'),
    lazy(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  ),
  page(
    '/users',
    searchNames('tab', 'q', 'role'),
    lazy(() => import('./users/users-page.tsx'), 'UsersPage'),
  ),
  page(
    '/audit',
    searchNames('action', 'actor', 'user', 'q', 'from', 'to'),
    lazy(() => import('./audit/audit-page.tsx'), 'AuditPage'),
  ),
  page(
    '/analytics',
    searchNames(...analyticsSearchNames),
    lazy(() => import('./analytics/analytics-page.tsx'), 'AnalyticsPage'),
  ),
  page(
    '/memory',
    searchNames('q', 'contact', 'category'),
    lazy(() => import('./memory/memory-page.tsx'), 'MemoryPage'),
  ),
  page(
    '/requests',
    searchNames('tab', 'status', 'category', 'urgency', 'days', 'kind'),
    lazy(() => import('./requests/requests-page.tsx'), 'RequestsPage'),
  ),
  page(
    '/turns',
    parseListSearch,
    lazy(() => import('./turns/turns-page.tsx'), 'TurnsPage'),
  ),
  page(
    '/turns/$turnId/programs',
    searchNames(),
    lazy(() => import('./programs/programs-page.tsx'), 'ProgramsPage'),
  ),
  page(
    '/turns/$turnId',
    parseTurnSearch,
    lazy(() => import('./turns/turn-page.tsx'), 'TurnPage'),
  ),
  page(
    '/conversations',
    searchNames('q', 'contact', 'channel', 'pack'),
    lazy(() => import('./conversations/conversations-page.tsx'), 'ConversationsPage'),
  ),
  page(
    '/conversations/$conversationId',
    searchNames('drawer', 'turn'),
    lazy(() => import('./conversations/conversation-page.tsx'), 'ConversationPage'),
  ),
  page(
    '/traces',
    searchNames('days', 'agent', 'model', 'tool', 'status', 'minCost', 'minMs', 'q'),
    lazy(() => import('./traces/traces-page.tsx'), 'TracesPage'),
  ),
  page(
    '/playground',
    searchNames(...playgroundSearchNames),
    lazy(() => import('./playground/playground-page.tsx'), 'PlaygroundPage'),
  ),
  page(
    '/mcp-servers',
    searchNames(),
    lazy(() => import('./mcp-servers/mcp-servers-page.tsx'), 'McpServersPage'),
  ),
  page(
    '/queues',
    searchNames('tab', 'queue', 'state', 'job', 'q'),
    lazy(() => import('./queues/queues-page.tsx'), 'QueuesPage'),
  ),
  page(
    '/broker',
    searchNames('tab', 'days', 'mode', 'by', 'kind'),
    lazy(() => import('./broker/broker-page.tsx'), 'BrokerPage'),
  ),
  page(
    '/tools',
    searchNames('tab', 'q', 'pack', 'tier', 'state', 'days'),
    lazy(() => import('./tools/tools-page.tsx'), 'ToolsPage'),
  ),
  page(
    '/tools/$name',
    searchNames('tab'),
    lazy(() => import('./tools/tool-page.tsx'), 'ToolPage'),
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
