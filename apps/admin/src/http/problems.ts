import { ProblemError } from '#http';

export const notSignedIn = () => new ProblemError(401, 'not-signed-in', 'Sign in to the console first.');
export const notAllowed = (detail: string) => new ProblemError(403, 'not-allowed', detail);
export const notFound = (detail: string) => new ProblemError(404, 'not-found', detail);
