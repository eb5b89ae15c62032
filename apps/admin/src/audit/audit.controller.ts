import { Controller, Get, Inject, Query } from '@nestjs/common';
import { auditQuery, type AuditQuery } from '#contracts/console';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { OrgScopes } from '../session/org-scope.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { auditPage } from './audit.read-model.ts';

@Controller('admin/audit')
export class AuditController {
  constructor(@Inject(OrgScopes) private readonly scopes: OrgScopes) {}

  @Get()
  async page(@CurrentViewer() viewer: Viewer, @Query({ schema: auditQuery }) { org, ...query }: AuditQuery) {
    refuseUnlessAdmin(viewer, 'Only admins can read the audit log.');
    return auditPage(await this.scopes.of(viewer, org), query, await this.scopes.of(viewer));
  }
}
