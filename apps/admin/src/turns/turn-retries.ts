import { Inject, Injectable } from '@nestjs/common';
import { TurnControl } from '#turns';
import { notAllowed } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import type { Viewer } from '../session/viewer.ts';
import { TurnListReadModel } from './turn-list.read-model.ts';

/** Retries failed turns. */
@Injectable()
export class TurnRetries {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(TurnListReadModel) private readonly list: TurnListReadModel,
    @Inject(TurnControl) private readonly control: TurnControl,
  ) {}

  /**
   * Retries the failed turns in the viewer's scope, oldest first. Each retry is recorded in the org's audit
   * log.
   * @returns their ids.
   * @throws ProblemError 403 for an analyst.
   */
  async retry(viewer: Viewer, ids: readonly string[]): Promise<string[]> {
    if (viewer.user.role === 'analyst')
      throw notAllowed('Analysts have read access only; a retry would cause tool calls.');
    const failed = await this.list.failedAmong(await this.scopes.of(viewer), ids);
    const retried: string[] = [];
    for (const { orgId, id } of failed) {
      if ((await this.control.retry(orgId, id, viewer.actor)) === 'retried') retried.push(id);
    }
    return retried;
  }
}
