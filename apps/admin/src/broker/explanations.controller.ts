import { Controller, Get, Inject, Query } from '@nestjs/common';
import {
  explainMessageQuery,
  type ExplainMessageQuery,
  type MessageExplanationView,
} from '#contracts/console';
import { OrgService } from '#identity';
import { BrokerExplanations, type MessageExplanation } from '#turns';
import { orgNeeded } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Explains which tools a message would be offered, and why, without a turn, a tool or a model. */
@Controller('admin/broker/explanation')
export class ExplanationsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(BrokerExplanations) private readonly explanations: BrokerExplanations,
  ) {}

  @Get()
  async explain(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: explainMessageQuery }) { org: slug, ...message }: ExplainMessageQuery,
  ) {
    const { orgId } = await this.scopes.one(viewer, slug);
    const org = await this.orgs.byId(orgId);
    if (!org) throw orgNeeded();
    return explanationView(await this.explanations.message(org, message));
  }
}

function explanationView({ selection, ...explanation }: MessageExplanation): MessageExplanationView {
  const { mode, outcome, confidence, rankerVersion, selectionUs } = selection;
  return { ...explanation, mode, outcome, confidence, rankerVersion, selectionUs };
}
