import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { programPlace, uuid, type ProgramReplay } from '#contracts';
import { ProgramReplays } from '#turns';
import { missing } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgWithTexts } from '../session/picked-org.ts';

const TEXTS = 'A program and its results contain user text';

/** Programs of a turn: code, calls and value, and a rerun against the recorded results. */
@Controller('admin/turns/:turnId/programs')
export class ProgramsController {
  constructor(@Inject(ProgramReplays) private readonly programs: ProgramReplays) {}

  @Get()
  async list(
    @Param('turnId', { schema: uuid }) turnId: string,
    @OrgWithTexts(TEXTS) { orgId }: OrgScope<string>,
  ): Promise<{ items: ProgramReplay['program'][] }> {
    return { items: (await this.programs.list(orgId, turnId)) ?? missing('There is no such turn.') };
  }

  /** Calls no tool and writes nothing. */
  @Post(':place/replay')
  @HttpCode(200)
  async replay(
    @Param('turnId', { schema: uuid }) turnId: string,
    @Param('place', { schema: programPlace }) place: string,
    @OrgWithTexts(TEXTS) { orgId }: OrgScope<string>,
  ) {
    return (await this.programs.run(orgId, turnId, place)) ?? missing('There is no such program.');
  }
}
