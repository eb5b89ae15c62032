import { Body, Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { toolName, uuid } from '#contracts';
import { takeMissExample, type TakeMissExample } from '#contracts/console';
import type { OrgScope } from '../session/org-scope.ts';
import { ViewerScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { MissExamples } from './miss-examples.ts';
import { ToolReasons } from './tool-reasons.ts';

/** The broker's decision in one turn, and examples taken from misses. */
@Controller('admin/broker')
export class BrokerTurnsController {
  constructor(
    @Inject(ToolReasons) private readonly reasons: ToolReasons,
    @Inject(MissExamples) private readonly examples: MissExamples,
  ) {}

  /** Explains why the tool was offered or not; recomputed if the decision does not say. */
  @Get('turns/:turnId/tools/:name')
  async why(
    @ViewerScope() scope: OrgScope,
    @Param('turnId', { schema: uuid }) turnId: string,
    @Param('name', { schema: toolName }) name: string,
  ) {
    return this.reasons.of(scope, turnId, name);
  }

  @Post('misses/:turnId/example')
  @HttpCode(200)
  async example(
    @CurrentViewer() viewer: Viewer,
    @Param('turnId', { schema: uuid }) turnId: string,
    @Body({ schema: takeMissExample }) body: TakeMissExample,
  ) {
    return this.examples.take(viewer, turnId, body);
  }
}
