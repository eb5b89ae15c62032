import { ProblemError } from '#http';
import { CursorError, MessageRefusedError } from '#turns';

/** The api's answers to errors of the libs below. */
export function toProblem(error: unknown): ProblemError | undefined {
  if (error instanceof MessageRefusedError) {
    const { pointer, retryAfterS } = error.options;
    return new ProblemError(error.status, error.code.replaceAll('_', '-'), error.message, {
      ...(pointer ? { errors: [{ pointer, detail: error.message }] } : {}),
      ...(retryAfterS ? { headers: { 'retry-after': String(retryAfterS) } } : {}),
    });
  }
  if (error instanceof CursorError) {
    return new ProblemError(422, 'invalid-cursor', error.message, {
      errors: [{ pointer: '/cursor', detail: error.message }],
    });
  }
  return undefined;
}
