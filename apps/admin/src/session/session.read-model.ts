import { Inject, Injectable } from '@nestjs/common';
import type { ConsoleOrg, ConsoleSession } from '#contracts/console';
import { OrgService, type ActiveSession } from '#identity';
import { OrgScopes } from './org-scope.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/** The session as the app needs it: user, org and permissions. */
@Injectable()
export class SessionReadModel {
  constructor(
    @Inject(OrgService) private readonly orgs: OrgService,
    @Inject(OrgScopes) private readonly scopes: OrgScopes,
  ) {}

  async view({ user, csrfToken, expiresAt }: ActiveSession): Promise<ConsoleSession> {
    const viewer = viewerOf(user);
    return {
      user: { id: user.id, email: user.email ?? '', name: user.name, role: user.role },
      org: user.orgId === null ? null : await this.org(user.orgId),
      permissions: { ...viewer.permissions, messageTexts: await this.slugsOfTexts(viewer) },
      csrfToken,
      expiresAt: expiresAt.toISOString(),
    };
  }

  private async slugsOfTexts(viewer: Viewer): Promise<string[] | null> {
    const { texts } = await this.scopes.of(viewer);
    const orgs = texts && (await Promise.all(texts.map((orgId) => this.org(orgId))));
    return orgs && orgs.flatMap((org) => (org ? [org.slug] : []));
  }

  private async org(orgId: string): Promise<ConsoleOrg | null> {
    const org = await this.orgs.byId(orgId);
    return org && { id: org.id, slug: org.slug, name: org.name };
  }
}
