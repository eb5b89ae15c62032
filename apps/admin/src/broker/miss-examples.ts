import { Inject, Injectable } from '@nestjs/common';
import { toolExample } from '#contracts';
import { type MissExampleAnswer, type TakeMissExample } from '#contracts/console';
import { ProblemError } from '#http';
import { ToolOverrides } from '#tools';
import { notFound } from '../http/problems.ts';
import { refuseUnlessAdmin } from '../session/admins.ts';
import { OrgScopes } from '../session/org-scope.ts';
import type { Viewer } from '../session/viewer.ts';
import { BrokerMetricsReadModel } from './broker-metrics.read-model.ts';

/** Turns misses into examples, so that the next message like it finds its tool. */
@Injectable()
export class MissExamples {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(BrokerMetricsReadModel) private readonly broker: BrokerMetricsReadModel,
    @Inject(ToolOverrides) private readonly overrides: ToolOverrides,
  ) {}

  /**
   * Adds the message of a miss to the org's examples of a tool that the turn missed: a version and an audited edit like
   * any other.
   *
   * @throws ProblemError 403 for who is no admin, 404 for a turn without a miss, 422 for a tool that it did not miss and
   *   for a message that makes no example.
   */
  async take(
    viewer: Viewer,
    turnId: string,
    { tool, text, reason }: TakeMissExample,
  ): Promise<MissExampleAnswer> {
    refuseUnlessAdmin(viewer);
    const miss = await this.broker.miss(await this.scopes.of(viewer), turnId);
    if (!miss) throw notFound('There is no such turn, or it missed nothing.');
    if (!miss.missed.includes(tool))
      throw refused('/tool', `expected a tool that the turn missed: ${miss.missed.join(', ')}`);
    const example = text ?? miss.message;
    if (example === null) throw refused('/text', 'the message is no longer kept; say what the example is');
    const fits = toolExample.safeParse(example);
    if (!fits.success) {
      const why = fits.error.issues.map(({ message }) => message).join('; ');
      throw refused('/text', `the message cannot be an example (${why}); say it in other words`);
    }
    const why = reason ?? `a miss of the turn ${turnId}`;
    const edit = { example: fits.data, reason: why };
    const version = await this.overrides.addExample(miss.orgId, tool, edit, viewer.actor);
    return { tool, example: fits.data, version };
  }
}

function refused(pointer: string, detail: string): ProblemError {
  return new ProblemError(422, 'validation-failed', 'The request does not fit.', {
    errors: [{ pointer, detail }],
  });
}
