import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import {
  approvalDecision,
  consoleApprovalQuery,
  pickedOrg,
  uuid,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalView,
  type ConsoleApprovalQuery,
  type PickedOrg,
} from '#contracts';
import { Approvals } from '#turns';
import { notAllowed } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Tool calls that await approval. Any member of the org can decide. */
@Controller('admin/approvals')
export class ApprovalsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(Approvals) private readonly approvals: Approvals,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleApprovalQuery }) { org, ...query }: ConsoleApprovalQuery,
  ): Promise<ApprovalPage> {
    return this.approvals.page(await this.orgFor(viewer, org), query);
  }

  @Post(':approvalId')
  @HttpCode(200)
  async decide(
    @CurrentViewer() viewer: Viewer,
    @Param('approvalId', { schema: uuid }) approvalId: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
    @Body({ schema: approvalDecision }) decision: ApprovalDecision,
  ): Promise<ApprovalView> {
    const orgId = await this.orgFor(viewer, org);
    return this.approvals.decide(orgId, approvalId, decision, viewer.user, viewer.actor.kind);
  }

  /** @throws ProblemError 403 for an analyst, 422 for a platform admin who picked no org. */
  private async orgFor(viewer: Viewer, slug: string | undefined): Promise<string> {
    if (viewer.user.role === 'analyst') throw notAllowed('Analysts cannot see or decide approvals.');
    const { orgId } = await this.scopes.one(
      viewer,
      slug,
      'An approval belongs to one org: pick it with ?org=.',
    );
    return orgId;
  }
}
