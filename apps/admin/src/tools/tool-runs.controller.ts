import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { toolName, uuid } from '#contracts';
import {
  decideToolRun,
  runTool,
  type DecideToolRun,
  type RunTool,
  type ToolRunViews,
} from '#contracts/console';
import { ToolRegistry } from '#tools';
import { type Tool } from '#pack-kit';
import { ToolRunRequests, type ToolRunner } from '#turns';
import { ProblemError } from '#http';
import { missing } from '../http/problems.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { OrgWithTexts } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { UsersReadModel } from '../users/users.read-model.ts';

const TEXTS = 'Arguments and results contain user text';

/** For members and admins. A worker runs the tool as the user; the role that the tool requires applies here too. */
@Controller('admin')
export class ToolRunsController {
  constructor(
    @Inject(ToolRegistry) private readonly registry: ToolRegistry,
    @Inject(ToolRunRequests) private readonly runs: ToolRunRequests,
    @Inject(UsersReadModel) private readonly users: UsersReadModel,
  ) {}

  @Post('tools/:name/runs')
  @HttpCode(202)
  async ask(
    @CurrentViewer() viewer: Viewer,
    @Param('name', { schema: toolName }) name: string,
    @OrgWithTexts(TEXTS) { orgId }: OrgScope<string>,
    @Body({ schema: runTool }) request: RunTool,
  ) {
    const entry = this.registry.effective(orgId).tool(name) ?? missing(`There is no tool named ${name}.`);
    refuseUnconfirmed(entry.tool, request);
    return this.runs.ask(orgId, name, request, runnerOf(viewer));
  }

  /** The latest runs of the tool, by any user. */
  @Get('tools/:name/runs')
  @Header('cache-control', 'no-store')
  async latest(
    @Param('name', { schema: toolName }) name: string,
    @OrgWithTexts(TEXTS) scope: OrgScope<string>,
  ): Promise<ToolRunViews> {
    const runs = await this.runs.latest(scope.orgId, name);
    const people = runs.flatMap(({ userId, decidedBy }) => [userId, decidedBy]);
    const names = await this.users.names(scope, people);
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
    const items = runs.map((run) => ({
      ...run,
      userName: nameOf(run.userId),
      decidedByName: nameOf(run.decidedBy),
    }));
    return { items };
  }

  @Get('tool-runs/:id')
  @Header('cache-control', 'no-store')
  async one(@Param('id', { schema: uuid }) id: string, @OrgWithTexts(TEXTS) { orgId }: OrgScope<string>) {
    return (await this.runs.find(orgId, id)) ?? noRun();
  }

  /** Approves or refuses a run that the org's rules hold back. */
  @Post('tool-runs/:id/decide')
  @HttpCode(200)
  async decide(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @OrgWithTexts(TEXTS) { orgId }: OrgScope<string>,
    @Body({ schema: decideToolRun }) decision: DecideToolRun,
  ) {
    return (await this.runs.decide(orgId, id, decision, runnerOf(viewer))) ?? noRun();
  }
}

function runnerOf({ user, actor }: Viewer): ToolRunner {
  return { id: user.id, role: user.role, actor };
}

/** The user has to confirm the side effect of the tool before the run. */
function refuseUnconfirmed({ name, sideEffect }: Tool, { confirmed }: RunTool): void {
  if (sideEffect === 'none' || confirmed === sideEffect) return;
  const detail = `${name} has the side effect "${sideEffect}": confirm it first.`;
  throw new ProblemError(422, 'side-effect-not-confirmed', detail, {
    errors: [{ pointer: '/confirmed', detail: `expected "${sideEffect}"` }],
  });
}

const noRun = () => missing('There is no such run.');
