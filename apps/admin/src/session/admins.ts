import { notAllowed } from '../http/problems.ts';
import type { Viewer } from './viewer.ts';

export function isAdmin({ user }: Viewer): boolean {
  return user.role === 'platform_admin' || user.role === 'org_admin';
}

/**
 * @param detail says what only admins may do.
 * @throws ProblemError 403 for a viewer who may look but not change how the org, or the platform, works.
 */
export function refuseUnlessAdmin(
  viewer: Viewer,
  detail = 'Only admins may change this. Ask an admin of your org.',
): void {
  if (!isAdmin(viewer)) throw notAllowed(detail);
}

/** @throws ProblemError 403 for who does not run the platform: queues serve every org. */
export function refuseUnlessPlatformAdmin({ user }: Viewer, what: string): void {
  if (user.role !== 'platform_admin')
    throw notAllowed(`${what} are for platform admins: they serve every org.`);
}
