import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { parseSearch, stringifySearch } from './search-string.ts';
import { NotFoundPage } from './shell/not-found-page.tsx';
import { RouteErrorPage } from './shell/route-error-page.tsx';
import { Root } from './shell/root.tsx';
import { parseListSearch, parseTurnSearch } from './turns/turn-search.ts';
import { Loading } from './ui/loading.tsx';

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/turns', search: {}, replace: true });
  },
});

const turnsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/turns',
  validateSearch: parseListSearch,
  component: lazyRouteComponent(() => import('./turns/turns-page.tsx'), 'TurnsPage'),
});

const turnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/turns/$turnId',
  validateSearch: parseTurnSearch,
  component: lazyRouteComponent(() => import('./turns/turn-page.tsx'), 'TurnPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([homeRoute, turnsRoute, turnRoute]),
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
