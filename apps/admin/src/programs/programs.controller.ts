import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { pickedOrg, programPlace, uuid, type PickedOrg, type ProgramReplay } from '#contracts';
import { ProgramReplays } from '#turns';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

/** Programs of a turn: code, calls and value, and a rerun against the recorded results. */
@Controller('admin/turns/:turnId/programs')
export class ProgramsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(ProgramReplays) private readonly programs: ProgramReplays,
  ) {}

  @Get()
  async list(
    @CurrentViewer() viewer: Viewer,
    @Param('turnId', { schema: uuid }) turnId: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<{ items: ProgramReplay['program'][] }> {
    const items = await this.programs.list(await this.orgOf(viewer, org), turnId);
    if (!items) throw notFound('There is no such turn.');
    return { items };
  }

  /** Calls no tool and writes nothing. */
  @Post(':place/replay')
  @HttpCode(200)
  async replay(
    @CurrentViewer() viewer: Viewer,
    @Param('turnId', { schema: uuid }) turnId: string,
    @Param('place', { schema: programPlace }) place: string,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<ProgramReplay> {
    const replay = await this.programs.run(await this.orgOf(viewer, org), turnId, place);
    if (!replay) throw notFound('There is no such program.');
    return replay;
  }

  private async orgOf(viewer: Viewer, org: string | undefined): Promise<string> {
    const orgId = await this.scopes.one(viewer, org);
    await this.scopes.requireTexts(viewer, orgId, 'A program and its results contain user text');
    return orgId;
  }
}
