import { Controller, Get, Header, HttpCode, Inject, Post } from '@nestjs/common';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedOrgScope } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { WebhookCommands } from './webhook-commands.ts';

const SECRET_OF_ORG = 'A secret belongs to one org: pick it with ?org=.';

/** The secret that signs an org's webhooks. */
@Controller('admin/webhooks/secret')
export class WebhookSecretController {
  constructor(@Inject(WebhookCommands) private readonly commands: WebhookCommands) {}

  @Get()
  @Header('cache-control', 'no-store')
  async show(@CurrentViewer() viewer: Viewer, @PickedOrgScope(SECRET_OF_ORG) { orgId }: OrgScope<string>) {
    return this.commands.showSecret(viewer, orgId);
  }

  @Post('rotate')
  @HttpCode(200)
  @Header('cache-control', 'no-store')
  async rotate(@CurrentViewer() viewer: Viewer, @PickedOrgScope(SECRET_OF_ORG) { orgId }: OrgScope<string>) {
    return this.commands.rotateSecret(viewer, orgId);
  }
}
