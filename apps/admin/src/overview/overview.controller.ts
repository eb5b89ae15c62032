import { Controller, Get, Inject } from '@nestjs/common';
import type { OrgScope } from '../session/org-scope.ts';
import { PickedScope } from '../session/picked-org.ts';
import { OverviewReadModel } from './overview.read-model.ts';

/** Current state of the installation. */
@Controller('admin/overview')
export class OverviewController {
  constructor(@Inject(OverviewReadModel) private readonly overview: OverviewReadModel) {}

  @Get()
  async show(@PickedScope() scope: OrgScope) {
    return this.overview.of(scope);
  }
}
