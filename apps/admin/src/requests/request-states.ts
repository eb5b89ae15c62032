import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#config';
import type { MoveRequest } from '#contracts';
import { isUniqueViolation } from '#database';
import { ProblemError } from '#http';
import { moveFeatureRequest } from '#tools';
import { notAllowed, notFound } from '../http/problems.ts';
import { AuditedChanges } from '../session/audited-changes.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { isAdmin } from '../session/admin-checks.ts';
import type { Viewer } from '../session/viewer.ts';

/** Moves feature requests between states. */
@Injectable()
export class RequestStates {
  constructor(
    @Inject(AuditedChanges) private readonly changes: AuditedChanges,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Moves one request; the audit log records the user and the reason. Moving to the current state changes
   * nothing.
   * @throws ProblemError 403 for a viewer who is not an admin, 404 for a request that the org does not have,
   * 409 if reopening would duplicate an open request of the same meaning.
   */
  async move(
    viewer: Viewer,
    request: { id: string; orgId: string },
    { state, reason }: MoveRequest,
  ): Promise<void> {
    refuseUnlessAdmin(viewer, 'Only admins of the org can move requests.');
    try {
      await this.changes.inOrg(viewer, request.orgId, async (tx) => {
        const from = await moveFeatureRequest(tx, request.id, state, this.clock.now());
        if (from === undefined) throw notFound('There is no such request.');
        if (from === state) return undefined;
        return {
          action: 'feature_request.move',
          target: `feature_request:${request.id}`,
          before: { state: from },
          after: { state },
          reason,
        };
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'feature_requests_open')) throw error;
      throw new ProblemError(409, 'request-open', 'A request with the same meaning is already open.');
    }
  }
}
