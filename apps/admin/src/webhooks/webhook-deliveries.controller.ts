import { Controller, Get, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { consoleDeliveryQuery, uuid, type ConsoleDeliveryQuery } from '#contracts';
import { missing } from '../http/problems.ts';
import { refuseAnalyst } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { WebhookCommands } from './webhook-commands.ts';
import { deliveryPage, findDelivery } from './webhook-deliveries.read-model.ts';

const refuseAnalysts = refuseAnalyst('Analysts cannot see webhooks.');

@Controller('admin/webhooks/deliveries')
export class WebhookDeliveriesController {
  constructor(@Inject(WebhookCommands) private readonly commands: WebhookCommands) {}

  @Get()
  async page(
    @ScopedQuery(consoleDeliveryQuery, refuseAnalysts) { scope, ...query }: Scoped<ConsoleDeliveryQuery>,
  ) {
    return deliveryPage(scope, query);
  }

  @Get(':id')
  async one(@ViewerScope(refuseAnalysts) scope: OrgScope, @Param('id', { schema: uuid }) id: string) {
    return (await findDelivery(scope, id)) ?? missing('There is no such delivery.');
  }

  @Post(':id/replay')
  @HttpCode(200)
  async replay(
    @CurrentViewer() viewer: Viewer,
    @ViewerScope(refuseAnalysts) scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
  ) {
    const before = await this.one(scope, id);
    await this.commands.replay(viewer, { id, orgId: before.org.id, state: before.state });
    return this.one(scope, id);
  }
}
