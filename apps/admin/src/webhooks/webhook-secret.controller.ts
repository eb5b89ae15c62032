import { Controller, Get, Header, HttpCode, Inject, Post, Query } from '@nestjs/common';
import { pickedOrg, type ConsoleWebhookSecret, type PickedOrg } from '#contracts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { WebhookCommands } from './webhook-commands.ts';

const SECRET_OF_ORG = 'A secret belongs to one org: pick it with ?org=.';

/** The secret that signs an org's webhooks. */
@Controller('admin/webhooks/secret')
export class WebhookSecretController {
  constructor(
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
    @Inject(WebhookCommands) private readonly commands: WebhookCommands,
  ) {}

  @Get()
  @Header('cache-control', 'no-store')
  async show(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<ConsoleWebhookSecret> {
    return this.commands.showSecret(viewer, await this.scopes.one(viewer, org, SECRET_OF_ORG));
  }

  @Post('rotate')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async rotate(
    @CurrentViewer() viewer: Viewer,
    @Query({ schema: pickedOrg }) { org }: PickedOrg,
  ): Promise<ConsoleWebhookSecret> {
    return this.commands.rotateSecret(viewer, await this.scopes.one(viewer, org, SECRET_OF_ORG));
  }
}
