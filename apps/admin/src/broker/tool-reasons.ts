import { Inject, Injectable } from '@nestjs/common';
import type { BrokerToolReason } from '#contracts/console';
import { OrgService } from '#identity';
import { BrokerExplanations } from '#turns';
import { missing, notFound } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { readsTextsOf } from '../session/readable-texts.ts';
import { orgOfDecision } from './broker-metrics.read-model.ts';

/** The part of a reason that repeats words of the message. A comma in a word, as in 1,200, does not end it. */
const WORDS_OF_MESSAGE = /, words: (?:[^,;]|[,;](?! ))*/g;

/** Explains why a tool was offered in a turn or not. */
@Injectable()
export class ToolReasons {
  constructor(
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(BrokerExplanations) private readonly explanations: BrokerExplanations,
  ) {}

  /** @throws ProblemError 404 for a turn that is not in view or has no broker decision, and for an unknown tool. */
  async of(scope: OrgScope, turnId: string, tool: string): Promise<BrokerToolReason> {
    const orgId = await orgOfDecision(scope, turnId);
    const org = orgId === undefined ? null : await this.orgs.byId(orgId);
    if (!org) throw notFound('There is no such turn, or the broker did not run in it.');
    const found =
      (await this.explanations.tool(org, turnId, tool)) ?? missing(`There is no tool named ${tool}.`);
    if (readsTextsOf(scope.texts, org.id)) return found;
    return { ...found, reason: found.reason.replace(WORDS_OF_MESSAGE, '') };
  }
}
