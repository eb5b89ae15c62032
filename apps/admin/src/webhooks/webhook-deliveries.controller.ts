import { Controller, Get, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { consoleDeliveryQuery, uuid, type ConsoleDeliveryQuery } from '#contracts';
import { notFound } from '../http/problems.ts';
import { refuseAnalyst } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { WebhookCommands } from './webhook-commands.ts';
import { deliveryPage, findDelivery } from './webhook-deliveries.read-model.ts';

@Controller('admin/webhooks/deliveries')
export class WebhookDeliveriesController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(WebhookCommands) private readonly commands: WebhookCommands,
  ) {}

  @Get()
  async page(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: consoleDeliveryQuery }) { org, ...query }: ConsoleDeliveryQuery,
  ) {
    refuseAnalyst(viewer, 'Analysts cannot see webhooks.');
    return deliveryPage(await this.scopes.of(viewer, org), query);
  }

  @Get(':id')
  async one(@CurrentViewer() viewer: Viewer, @Param('id', { schema: uuid }) id: string) {
    refuseAnalyst(viewer, 'Analysts cannot see webhooks.');
    const found = await findDelivery(await this.scopes.of(viewer), id);
    if (!found) throw notFound('There is no such delivery.');
    return found;
  }

  @Post(':id/replay')
  @HttpCode(200)
  async replay(@CurrentViewer() viewer: Viewer, @Param('id', { schema: uuid }) id: string) {
    const before = await this.one(viewer, id);
    await this.commands.replay(viewer, { id, orgId: before.org.id, state: before.state });
    return this.one(viewer, id);
  }
}
