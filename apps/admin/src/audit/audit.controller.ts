import { Controller, Get } from '@nestjs/common';
import { auditQuery, type AuditQuery } from '#contracts/console';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import type { Viewer } from '../session/viewer.ts';
import { auditPage } from './audit.read-model.ts';

const refuseOthers = (viewer: Viewer) => refuseUnlessAdmin(viewer, 'Only admins can read the audit log.');

@Controller('admin/audit')
export class AuditController {
  @Get()
  async page(
    @ScopedQuery(auditQuery, refuseOthers) { scope, ...query }: Scoped<AuditQuery>,
    @ViewerScope() all: OrgScope,
  ) {
    return auditPage(scope, query, all);
  }
}
