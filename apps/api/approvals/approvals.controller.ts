import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import {
  approvalDecision,
  approvalPage,
  approvalQuery,
  approvalView,
  uuid,
  type ApprovalDecision,
  type ApprovalPage,
  type ApprovalQuery,
  type ApprovalView,
} from '#contracts';
import { ProblemError } from '#http';
import type { ApiCaller } from '#identity';
import { Approvals } from '#turns';
import { Caller, KeyedRoutes } from '../auth/api-key.guard.ts';
import { ApiProblems } from '../problem-responses.ts';

const approvalIdParam = z.object({ approvalId: uuid });

@KeyedRoutes('approvals', 'messages:staff')
@Controller('v1/approvals')
export class ApprovalsController {
  constructor(private readonly approvals: Approvals) {}

  @Get()
  @ApiOperation({
    operationId: 'listApprovals',
    summary: 'Tool calls that wait, or have waited, for a decision, newest first',
  })
  @ApiResponse({ status: 200, standardSchema: approvalPage })
  list(
    @Caller() caller: ApiCaller,
    @Query({ schema: approvalQuery }) query: ApprovalQuery,
  ): Promise<ApprovalPage> {
    return this.approvals.page(caller.orgId, query);
  }

  @Post(':approvalId')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'decideApproval',
    summary: 'Approve or refuse a tool call; its turn resumes when no other call of it is pending',
  })
  @ApiResponse({ status: 200, standardSchema: approvalView })
  @ApiProblems(409)
  decide(
    @Caller() caller: ApiCaller,
    @Param({ schema: approvalIdParam }) { approvalId }: z.infer<typeof approvalIdParam>,
    @Body({ schema: approvalDecision }) decision: ApprovalDecision,
  ): Promise<ApprovalView> {
    if (!caller.user) {
      throw new ProblemError(
        403,
        'no-user',
        'Only a person can decide. Use an API key that acts as a user of the org.',
      );
    }
    return this.approvals.decide(caller.orgId, approvalId, decision, caller.user, 'api_key');
  }
}
