import { Body, Controller, Get, Header, Inject, Param, Patch, Post } from '@nestjs/common';
import { uuid } from '#contracts';
import {
  changeUser,
  consoleUserQuery,
  type ChangeUser,
  type ConsoleUser,
  type ConsoleUserQuery,
} from '#contracts/console';
import { missing } from '../http/problems.ts';
import { refuseUnlessAdmin } from '../session/admin-checks.ts';
import type { OrgScope } from '../session/org-scope.ts';
import { ScopedQuery, ViewerScope, type Scoped } from '../session/picked-org.ts';
import { CurrentViewer } from '../session/session.guard.ts';
import type { Viewer } from '../session/viewer.ts';
import { UsersReadModel } from './users.read-model.ts';
import { UserCommands } from './user-commands.ts';

/** Users who can sign in: of an org for its admins, all for platform admins. */
@Controller('admin/users')
export class UsersController {
  constructor(
    @Inject(UsersReadModel) private readonly readModel: UsersReadModel,
    @Inject(UserCommands) private readonly commands: UserCommands,
  ) {}

  @Get()
  async page(
    @ScopedQuery(consoleUserQuery, refuseUnlessAdmin) { scope, ...query }: Scoped<ConsoleUserQuery>,
  ) {
    return this.readModel.users(scope, query);
  }

  @Patch(':id')
  async change(
    @CurrentViewer() viewer: Viewer,
    @ViewerScope(refuseUnlessAdmin) scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
    @Body({ schema: changeUser }) change: ChangeUser,
  ) {
    await this.commands.change(viewer, await this.one(scope, id), change);
    return this.one(scope, id);
  }

  /** The token of the link is only in this answer. */
  @Post(':id/password-link')
  @Header('cache-control', 'no-store')
  async passwordLink(
    @CurrentViewer() viewer: Viewer,
    @ViewerScope(refuseUnlessAdmin) scope: OrgScope,
    @Param('id', { schema: uuid }) id: string,
  ) {
    return this.commands.passwordLink(viewer, await this.one(scope, id));
  }

  private async one(scope: OrgScope, id: string): Promise<ConsoleUser> {
    return (await this.readModel.user(scope, id)) ?? missing('There is no such user.');
  }
}
