import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleOrg, ConsoleSession } from '#contracts/console';
import { OrgService, type ActiveSession } from '#identity';
import { viewerOf } from './viewer.ts';

/** What the app has to know of the session: who, of which org, and what may be shown. */
@Injectable()
export class SessionReadModel {
  constructor(@Inject(OrgService) private readonly orgs: OrgService) {}

  async view({ user, csrfToken, expiresAt }: ActiveSession): Promise<ConsoleSession> {
    return {
      user: { id: user.id, email: user.email ?? '', name: user.name, role: user.role },
      org: user.orgId === null ? null : await this.org(user.orgId),
      permissions: viewerOf(user).permissions,
      csrfToken,
      expiresAt: expiresAt.toISOString(),
    };
  }

  private async org(orgId: string): Promise<ConsoleOrg | null> {
    const org = await this.orgs.byId(orgId);
    return org && { id: org.id, slug: org.slug, name: org.name };
  }
}
