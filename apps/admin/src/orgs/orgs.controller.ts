import { Controller, Get, Inject } from '@nestjs/common';
import type { ConsoleOrg } from '#contracts/console';
import { OrgService } from '#identity';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';

@Controller('admin/orgs')
export class OrgsController {
  constructor(@Inject(OrgService) private readonly orgs: OrgService) {}

  @Get()
  async list(@CurrentViewer() viewer: Viewer): Promise<{ items: ConsoleOrg[] }> {
    const own = viewer.orgId === null ? await this.orgs.list() : [await this.orgs.byId(viewer.orgId)];
    return { items: own.filter((org) => org !== null).map(({ id, slug, name }) => ({ id, slug, name })) };
  }
}
