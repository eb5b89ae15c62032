import { Inject, Injectable } from '@nestjs/common';
import { toolExample } from '#contracts';
import { type MissExampleAnswer, type TakeMissExample } from '#contracts/console';
import { ProblemError } from '#http';
import { ToolOverrides } from '#tools';
import { notFound } from '../http/problems.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import type { Viewer } from '../session/viewer.ts';
import { findMiss } from './broker-metrics.read-model.ts';

/** Turns a miss into an example, so that similar messages find the tool. */
@Injectable()
export class MissExamples {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(ToolOverrides) private readonly overrides: ToolOverrides,
  ) {}

  /**
   * Adds the message of a miss to the org's examples of a tool that the turn missed. Like any edit, it
   * creates a version and an audit entry.
   * @throws ProblemError 403 for a viewer who is not an admin, 404 for a turn without a miss, 422 for a tool
   * that the turn did not miss and for a message that cannot be an example.
   */
  async take(
    viewer: Viewer,
    turnId: string,
    { tool, text, reason }: TakeMissExample,
  ): Promise<MissExampleAnswer> {
    refuseUnlessAdmin(viewer);
    const miss = await findMiss(await this.scopes.of(viewer), turnId);
    if (!miss) throw notFound('There is no such turn, or it has no miss.');
    if (!miss.missed.includes(tool))
      throw refused('/tool', `expected a tool that the turn missed: ${miss.missed.join(', ')}`);
    // An example is one line, also of a message of several.
    const example = (text ?? miss.message)?.replace(/\s+/g, ' ');
    if (example === undefined) throw refused('/text', 'the message is no longer stored; enter the example');
    const fits = toolExample.safeParse(example);
    if (!fits.success) {
      const why = fits.error.issues.map(({ message }) => message).join('; ');
      throw refused('/text', `the message cannot be an example (${why}); rephrase it`);
    }
    const why = reason ?? `miss of turn ${turnId}`;
    const edit = { example: fits.data, reason: why };
    const version = await this.overrides.addExample(miss.orgId, tool, edit, viewer.actor);
    return { tool, example: fits.data, version };
  }
}

function refused(pointer: string, detail: string): ProblemError {
  return new ProblemError(422, 'validation-failed', `The request is invalid: ${detail}.`, {
    errors: [{ pointer, detail }],
  });
}
