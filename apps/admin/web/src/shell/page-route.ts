import { createRootRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import type { ConsoleSession } from '#contracts/console';
import { prefetch, type ApiRequest } from '../api/client.ts';
import { permissionsOf } from '../session/use-permissions.ts';
import { whenSignedIn } from '../session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { refusalOf } from '../ui/not-allowed.tsx';
import { pages } from './pages.ts';
import { Root } from './root.tsx';

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

type NameIn<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NameIn<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** The viewer of a page, and its address. */
interface Visit<Path extends string, Search> {
  search: Search;
  params: Record<NameIn<Path>, string>;
  session: ConsoleSession;
}

/**
 * A page at `path`, loaded on first use. `parse` reads its state from the address. The requests of `asks`
 * start when a viewer who may open the page enters it, while its script loads; afterwards the page sends its own.
 */
export function page<Path extends string, Search extends object>(
  path: Path,
  parse: (raw: Record<string, unknown>) => Search,
  component: RouteComponent,
  asks: (visit: Visit<Path, Search>) => readonly ApiRequest[],
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: parse,
    component,
    beforeLoad: ({ search, params, cause }) => {
      if (cause !== 'enter') return;
      // The router derives both from the whole route tree, which this is part of.
      const address = { search, params } as unknown as Omit<Visit<Path, Search>, 'session'>;
      const only = pages.find(({ to }) => to === path)?.only;
      void whenSignedIn((session) => {
        if (!refusalOf(only, permissionsOf(session))) asks({ ...address, session }).forEach(prefetch);
      });
    },
  });
}
