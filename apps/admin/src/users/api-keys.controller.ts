import { Body, Controller, Delete, Get, Header, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  consoleKeyQuery,
  makeApiKey,
  type ConsoleApiKeyPage,
  type ConsoleKeyQuery,
  type MakeApiKey,
} from '#contracts/console';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import { OrgToEdit, ScopedQuery, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { UsersReadModel } from './users.read-model.ts';
import { UserCommands } from './user-commands.ts';

const KEY_OF_ORG = 'A key belongs to one org: pick it with ?org=.';

/** API keys of orgs: shown once, stored as a hash. */
@Controller('admin/api-keys')
export class ApiKeysController {
  constructor(
    @Inject(UsersReadModel) private readonly readModel: UsersReadModel,
    @Inject(UserCommands) private readonly commands: UserCommands,
  ) {}

  @Get()
  async page(
    @ScopedQuery(consoleKeyQuery, refuseUnlessAdmin) { scope, ...query }: Scoped<ConsoleKeyQuery>,
  ): Promise<ConsoleApiKeyPage> {
    return this.readModel.keys(scope, query);
  }

  @Post()
  @Header('cache-control', 'no-store')
  async make(
    @CurrentViewer() viewer: Viewer,
    @OrgToEdit(KEY_OF_ORG) orgId: string,
    @Body({ schema: makeApiKey }) request: MakeApiKey,
  ) {
    return this.commands.makeKey(viewer, orgId, request);
  }

  /** Takes effect in every process within 2 s. */
  @Delete(':id')
  @HttpCode(204)
  async revoke(
    @CurrentViewer() viewer: Viewer,
    @Param('id', { schema: uuid }) id: string,
    @OrgToEdit(KEY_OF_ORG) orgId: string,
  ): Promise<void> {
    await this.commands.revokeKey(viewer, orgId, id);
  }
}
