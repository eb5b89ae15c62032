import { createRootRoute, createRoute, type RouteComponent } from '@tanstack/react-router';
import type { ConsoleSession } from '#contracts/console';
import { askAhead, type Ask } from '../api/client.ts';
import { whenSignedIn } from '../session/use-session.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { Root } from './root.tsx';

export const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });

type NameIn<Path extends string> = Path extends `${string}$${infer Name}/${infer Rest}`
  ? Name | NameIn<Rest>
  : Path extends `${string}$${infer Name}`
    ? Name
    : never;

/** Who opens a page, and what its address says. */
interface Visit<Path extends string, Search> {
  search: Search;
  params: Record<NameIn<Path>, string>;
  session: ConsoleSession;
}

/**
 * A page at `path`, loaded when it is first opened; `parse` reads its state from the address. What it `asks` the server first
 * is asked when it is entered, while its script is on its way; later it asks by itself.
 */
export function page<Path extends string, Search extends object>(
  path: Path,
  parse: (raw: Record<string, unknown>) => Search,
  component: RouteComponent,
  asks: (visit: Visit<Path, Search>) => readonly Ask[],
) {
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    validateSearch: parse,
    component,
    beforeLoad: ({ search, params, cause }) => {
      if (cause !== 'enter') return;
      // The router knows both by the whole tree of routes, which is made of this.
      const address = { search, params } as unknown as Omit<Visit<Path, Search>, 'session'>;
      void whenSignedIn((session) => asks({ ...address, session }).forEach(askAhead));
    },
  });
}
