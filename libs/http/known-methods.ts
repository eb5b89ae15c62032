import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.error.ts';
import { sendProblem } from './send-problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods of the routes at `path`, in alphabetical order; empty for an unknown path. */
    methodsAt?: (path: string) => string[];
  }

  interface FastifyContextConfig {
    /** Rejects HEAD, which Fastify adds to each GET route, with 405. */
    withoutHead?: boolean;
  }
}

/**
 * Records the methods of each path for 405 responses with `Allow`; the router itself only knows that no route matches. Must be
 * called before any route is added. Wildcard routes (`/*`) are ignored. Requests without a route are answered before their
 * body is read or validated.
 */
export function rememberMethods(server: FastifyInstance): void {
  const methods = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method, config }) => {
    if (url.includes('*')) return;
    const known = methods.get(url) ?? new Set();
    for (const one of [method].flat()) if (!isHeadRefused(one, config)) known.add(one);
    methods.set(url, known);
  });
  server.decorate('methodsAt', (path) => {
    const parts = partsOf(path);
    const found = [...methods].flatMap(([url, known]) => (fits(partsOf(url), parts) ? [...known] : []));
    return [...new Set(found)].toSorted();
  });
  server.addHook('preParsing', (request, reply, payload, done) => {
    const { is404, method, routeOptions } = request;
    if (is404 || isHeadRefused(method, routeOptions.config)) sendProblem(reply, unroutedProblem(request));
    else done(null, payload);
  });
}

/** Problem for a request without a route: 405 if its path has routes for other methods, otherwise 404. */
export function unroutedProblem({ server, method, url }: FastifyRequest): ProblemError {
  const allowed = server.methodsAt?.(url.split('?')[0] ?? '') ?? [];
  if (allowed.length === 0) return new ProblemError(404, 'not-found', 'There is nothing at this address.');
  const allow = allowed.join(', ');
  const detail = `This address takes ${allow}, not ${method}.`;
  return new ProblemError(405, 'method-not-allowed', detail, { headers: { allow } });
}

function isHeadRefused(method: string, config?: FastifyContextConfig): boolean {
  return method === 'HEAD' && config?.withoutHead === true;
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  return (
    pattern.length === parts.length &&
    pattern.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  );
}

const partsOf = (path: string) => path.split('/');
