import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import {
  approvalDecision,
  consoleApprovalQuery,
  uuid,
  type ApprovalDecision,
  type ConsoleApprovalQuery,
} from '#contracts';
import { Approvals } from '#turns';
import { refuseAnalyst } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgQuery, PickedOrgScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

const refuseAnalysts = refuseAnalyst('Analysts cannot see or decide approvals.');
const APPROVAL_OF_ORG = 'An approval belongs to one org: pick it with ?org=.';

/** Tool calls that await approval. Any member of the org can decide. */
@Controller('admin/approvals')
export class ApprovalsController {
  constructor(@Inject(Approvals) private readonly approvals: Approvals) {}

  @Get()
  async page(
    @OrgQuery(consoleApprovalQuery, APPROVAL_OF_ORG, refuseAnalysts)
    { scope, ...query }: Scoped<ConsoleApprovalQuery, string>,
  ) {
    return this.approvals.page(scope.orgId, query);
  }

  @Post(':approvalId')
  @HttpCode(200)
  async decide(
    @CurrentViewer() viewer: Viewer,
    @Param('approvalId', { schema: uuid }) approvalId: string,
    @PickedOrgScope(APPROVAL_OF_ORG) { orgId }: OrgScope<string>,
    @Body({ schema: approvalDecision }) decision: ApprovalDecision,
  ) {
    return this.approvals.decide(orgId, approvalId, decision, viewer.user, viewer.actor.kind);
  }
}
