import { notAllowed } from '../http/problems.ts';
import type { Viewer } from './viewer.ts';

export function isAdmin({ user }: Viewer): boolean {
  return user.role === 'platform_admin' || user.role === 'org_admin';
}

/** @throws ProblemError 403 for a viewer who is not an admin; `detail` says what only admins may do. */
export function refuseUnlessAdmin(
  viewer: Viewer,
  detail = 'Only admins can do this. Ask an admin of your org.',
): void {
  if (!isAdmin(viewer)) throw notAllowed(detail);
}

/** @returns a check of a viewer, which throws ProblemError 403 for an analyst. */
export const refuseAnalyst =
  (detail: string) =>
  ({ user }: Viewer): void => {
    if (user.role === 'analyst') throw notAllowed(detail);
  };

/** @throws ProblemError 403 for a viewer who is not a platform admin: queues serve every org. */
export function refuseUnlessPlatformAdmin({ user }: Viewer): void {
  if (user.role !== 'platform_admin')
    throw notAllowed('Queues are only for platform admins because they serve every org.');
}
