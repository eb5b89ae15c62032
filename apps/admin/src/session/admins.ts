import { notAllowed } from '../http/problems.ts';
import type { Viewer } from './viewer.ts';

/** @throws ProblemError 403 for who may look but not change how the org, or the platform, works. */
export function refuseUnlessAdmin({ user }: Viewer): void {
  if (user.role === 'platform_admin' || user.role === 'org_admin') return;
  throw notAllowed('Only admins may change this. Ask an admin of your org.');
}
