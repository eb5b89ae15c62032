import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { z } from 'zod';
import {
  addOwnModel,
  anyModelName,
  checkOwnModel,
  modelTierChange,
  ownModelName,
  putBackModel,
  replaceOwnModel,
  taskTierChange,
  taskTypeName,
  type AddOwnModel,
  type CheckOwnModel,
  type ConsoleCircuits,
  type ConsoleModels,
  type ModelTierChange,
  type OwnModelCheckAnswer,
  type PutBackModel,
  type ReplaceOwnModel,
  type TaskTierChange,
} from '#contracts/console';
import { Database } from '#database';
import { OrgService, SecretBox } from '#identity';
import { CircuitRepository, ModelRegistry, OrgModels, OwnModelCheck } from '#models';
import { taskTiersOf, ToolRegistry } from '#tools';
import type { OrgScope } from '../session/org-scope.ts';
import { LayerToEdit, OrgToEdit, PickedScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { modelsView, ownModel } from './models-view.ts';

const named = z.object({ name: ownModelName });
const anyNamed = z.object({ name: anyModelName });
const tasked = z.object({ task: taskTypeName });

/** Models that an org can use, their tiers, the tiers of its tasks, and the state of models in each worker. */
@Controller('admin')
export class ModelsController {
  constructor(
    @Inject(OrgModels) private readonly models: OrgModels,
    @Inject(ModelRegistry) private readonly registry: ModelRegistry,
    @Inject(CircuitRepository) private readonly circuits: CircuitRepository,
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly secrets: SecretBox,
    @Inject(OwnModelCheck) private readonly ownModelCheck: OwnModelCheck,
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(ToolRegistry) private readonly tools: ToolRegistry,
  ) {}

  /** Without an org, the models of the deployment. */
  @Get('models')
  @Header('cache-control', 'no-store')
  async list(@PickedScope() { orgId }: OrgScope): Promise<ConsoleModels> {
    const [rows, cooldowns] = await Promise.all([this.models.of(orgId), this.models.cooldowns(orgId)]);
    const view = modelsView(this.registry, rows, cooldowns, await this.taskTiersOf(orgId));
    return { ...view, keysCanBeStored: this.secrets.available };
  }

  /** Tasks of the platform and of the org's packs; turns of the org never run tasks of other packs. */
  private async taskTiersOf(orgId: string | null): Promise<OrgModels['taskTiers']> {
    const org = orgId === null ? null : await this.orgs.byId(orgId);
    if (!org) return this.models.taskTiers;
    return taskTiersOf(this.tools.packs.filter(({ name }) => org.packs.includes(name)));
  }

  @Post('models')
  @HttpCode(204)
  async add(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Body({ schema: addOwnModel }) { name, ...body }: AddOwnModel,
  ): Promise<void> {
    await this.models.add(orgId, ownModel(name, body), viewer.actor);
  }

  /** Whether the server of a model responds, knows the model and accepts the key. Changes nothing. */
  @Post('models/check')
  @HttpCode(200)
  async check(
    @OrgToEdit() _: string,
    @Body({ schema: checkOwnModel }) { name, model = name, baseUrl, apiKey }: CheckOwnModel,
  ): Promise<OwnModelCheckAnswer> {
    return { problem: await this.ownModelCheck.problemOf({ model, baseUrl, apiKey }) };
  }

  /** Ends the cooldown of a model: of the org, or of the deployment if a platform admin picked no org. */
  @Post('models/put-back')
  @HttpCode(204)
  async putBack(
    @CurrentViewer() viewer: Viewer,
    @LayerToEdit() orgId: string | null,
    @Body({ schema: putBackModel }) model: PutBackModel,
  ): Promise<void> {
    await this.models.putBackModel(orgId, model, viewer.actor);
  }

  @Put('models/:name')
  @HttpCode(204)
  async replace(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: named }) { name }: z.infer<typeof named>,
    @Body({ schema: replaceOwnModel }) body: ReplaceOwnModel,
  ): Promise<void> {
    await this.models.replace(orgId, ownModel(name, body), viewer.actor);
  }

  @Delete('models/:name')
  @HttpCode(204)
  async remove(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: named }) { name }: z.infer<typeof named>,
  ): Promise<void> {
    await this.models.remove(orgId, name, viewer.actor);
  }

  @Put('models/:name/tier')
  @HttpCode(204)
  async setTier(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: anyNamed }) { name }: z.infer<typeof anyNamed>,
    @Body({ schema: modelTierChange }) { tier }: ModelTierChange,
  ): Promise<void> {
    await this.models.setTier(orgId, { kind: 'model', name, tier }, viewer.actor);
  }

  @Put('task-tiers/:task')
  @HttpCode(204)
  async setTaskTier(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit() orgId: string,
    @Param({ schema: tasked }) { task }: z.infer<typeof tasked>,
    @Body({ schema: taskTierChange }) { tier }: TaskTierChange,
  ): Promise<void> {
    await this.models.setTier(orgId, { kind: 'task', name: task, tier }, viewer.actor);
  }

  /** Circuits of each model in each process; circuits of an org's own models only for this org. */
  @Get('model-circuits')
  @Header('cache-control', 'no-store')
  async listCircuits(@PickedScope() scope: OrgScope): Promise<ConsoleCircuits> {
    const rows = await this.database.asPlatform('circuits belong to processes, not to orgs', (tx) =>
      this.circuits.living(tx, scope.orgId),
    );
    return {
      items: rows.map(({ orgId, since, seenAt, ...rest }) => ({
        ...rest,
        own: orgId !== null,
        since: since.toISOString(),
        seenAt: seenAt.toISOString(),
      })),
    };
  }
}
