import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { ProblemError } from './problem.error.ts';
import { sendProblem } from './send-problem.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Methods that some route takes at `path`, in alphabetical order; none where there is no such path. */
    methodsAt?: (path: string) => string[];
  }

  interface FastifyContextConfig {
    /** The route is not asked with HEAD, which Fastify adds to each GET: 405 as for any method that a path has not. */
    withoutHead?: boolean;
  }
}

/**
 * Remembers which methods each path has, for 405 with `Allow`: the router itself only knows that no route fits both. To be
 * called before any route is added. Routes for all that is left (`/*`) name no path and are left out. What fits no route is
 * answered before its body is read, and before anything is said of it.
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

/** Of a request that no route takes: 405 where its path has routes for other methods, 404 else. */
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
