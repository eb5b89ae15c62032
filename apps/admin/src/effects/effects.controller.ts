import { Body, Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import {
  consoleEffectQuery,
  effectKey,
  settleEffect,
  settleEffectQuery,
  type ConsoleEffect,
  type ConsoleEffectPage,
  type ConsoleEffectQuery,
  type SettleEffect,
  type SettleEffectQuery,
} from '#contracts';
import { notFound } from '../http/problems.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { EffectSettlements } from './effect-settlements.ts';
import { EffectsReadModel } from './effects.read-model.ts';

/** Tool calls with side effects. Calls with an unknown outcome wait for a person. */
@Controller('admin/effects')
export class EffectsController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(EffectsReadModel) private readonly effects: EffectsReadModel,
    @Inject(EffectSettlements) private readonly settlements: EffectSettlements,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleEffectQuery }) { org, ...request }: ConsoleEffectQuery,
  ): Promise<ConsoleEffectPage> {
    const scope = await this.scopes.of(viewer, org);
    const { state, limit, cursor } = request;
    const texts = await this.scopes.textsIn(viewer, scope);
    return this.effects.page(scope, { state, limit, cursor, texts });
  }

  @Post(':key/settle')
  @HttpCode(200)
  async settle(
    @CurrentViewer() viewer: Viewer,
    @Param('key', { schema: effectKey }) key: string,
    @Query({ schema: settleEffectQuery }) { org }: SettleEffectQuery,
    @Body({ schema: settleEffect }) settlement: SettleEffect,
  ): Promise<ConsoleEffect> {
    const scope = await this.scopes.of(viewer, org);
    await this.settlements.settle(viewer, scope, key, settlement);
    const settled = await this.effects.one(scope, key);
    if (!settled) throw notFound('There is no such call.');
    return settled;
  }
}
