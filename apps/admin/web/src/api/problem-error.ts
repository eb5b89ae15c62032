import type { z } from 'zod';
import { problem } from '#contracts';

/** A problem of the server, or one that the page found itself, which has no trace. */
const shownProblem = problem.partial({ traceId: true });
export type ShownProblem = z.infer<typeof shownProblem>;

/** The console's server refused a request, or could not be reached (`status` 0). */
export class ProblemError extends Error {
  constructor(readonly problem: ShownProblem) {
    super(problem.detail || problem.title);
    this.name = 'ProblemError';
  }

  get status(): number {
    return this.problem.status;
  }
}

/** Whether the address is unknown or outside the viewer's scope. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ProblemError && error.status === 404;
}

export function unreachable(): ProblemError {
  return new ProblemError({
    type: 'about:blank',
    title: 'The console cannot be reached',
    status: 0,
    detail: 'The server does not answer. The page retries by itself. Check that the console is running.',
  });
}

/** The answer does not match the contract: this page is older or newer than the server. */
export function mismatch(path: string): ProblemError {
  return new ProblemError({
    type: 'about:blank',
    title: 'This page is out of date',
    status: 0,
    detail: `The response of ${path} does not match this version of the page. Reload the page.`,
  });
}

/** The problem in an error response, or one made from the status if the body has none. */
export async function problemOf(response: Response): Promise<ProblemError> {
  const parsed = shownProblem.safeParse(await response.json().catch(() => undefined));
  if (parsed.success) return new ProblemError(parsed.data);
  return new ProblemError({
    type: 'about:blank',
    title: response.statusText || 'Error',
    status: response.status,
    detail: `The server answered ${response.status}.`,
  });
}
