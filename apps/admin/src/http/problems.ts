import { ProblemError } from '#http';

export const notSignedIn = () => new ProblemError(401, 'not-signed-in', 'Sign in to the console first.');
export const notAllowed = (detail: string) => new ProblemError(403, 'not-allowed', detail);
export const notFound = (detail: string) => new ProblemError(404, 'not-found', detail);
/** In place of a value that was not found: `found ?? missing('There is no such turn.')`. @throws ProblemError 404. */
export function missing(detail: string): never {
  throw notFound(detail);
}

/** For a route of one org, called by a viewer of all orgs without a choice. */
export const orgNeeded = (detail = 'Pick an org: ?org=its-slug.', pointer = '/org') =>
  new ProblemError(422, 'org-needed', detail, {
    errors: [{ pointer, detail: 'expected the slug of an org' }],
  });
