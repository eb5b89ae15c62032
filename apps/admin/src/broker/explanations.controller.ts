import { Controller, Get, Inject } from '@nestjs/common';
import {
  explainMessageQuery,
  type ExplainMessageQuery,
  type MessageExplanationView,
} from '#contracts/console';
import { OrgService } from '#identity';
import { BrokerExplanations, type MessageExplanation } from '#turns';
import { orgNeeded } from '../http/problems.ts';
import { OrgQuery, type Scoped } from '../session/picked-org.ts';

/** Explains which tools a message would be offered, and why, without a turn, a tool or a model. */
@Controller('admin/broker/explanation')
export class ExplanationsController {
  constructor(
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(BrokerExplanations) private readonly explanations: BrokerExplanations,
  ) {}

  @Get()
  async explain(@OrgQuery(explainMessageQuery) { scope, ...message }: Scoped<ExplainMessageQuery, string>) {
    const org = await this.orgs.byId(scope.orgId);
    if (!org) throw orgNeeded();
    return explanationView(await this.explanations.message(org, message));
  }
}

function explanationView({ selection, ...explanation }: MessageExplanation): MessageExplanationView {
  const { mode, outcome, confidence, rankerVersion, selectionUs } = selection;
  return { ...explanation, mode, outcome, confidence, rankerVersion, selectionUs };
}
