import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods that some route takes at `path`, in alphabetical order; none where there is no such path. */
    methodsAt?: (path: string) => string[];
  }
}

/**
 * Remembers which methods each path has, for 405 with `Allow`: the router itself only knows that no route fits both. To be
 * called before any route is added. Routes for all that is left (`/*`) name no path and are left out.
 */
export function rememberMethods(server: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return;
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) known.add(one);
    methods.set(url, known);
  });
  server.decorate('methodsAt', (path) => {
    const parts = partsOf(path);
    const found = [...methods].flatMap(([url, known]) => (fits(partsOf(url), parts) ? [...known] : []));
    return [...new Set(found)].toSorted();
  });
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}

const partsOf = (path: string) => path.split('/');
