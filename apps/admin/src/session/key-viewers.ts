import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { ProblemError } from '#http';
import { ApiKeyService, UserService } from '#identity';
import { notAllowed } from '../http/problems.ts';
import { viewerOf, type Viewer } from './viewer.ts';

/** Scripts that steer with an API key: the rights of the key's user in its org, and no other. */
@Injectable()
export class KeyViewers {
  constructor(
    @Inject(ApiKeyService) private readonly keys: ApiKeyService,
    @Inject(UserService) private readonly users: UserService,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** @throws ProblemError 401 for a key that is unknown or revoked; 403 for one that may not steer or acts for nobody. */
  async of(key: string): Promise<Viewer> {
    const caller = await this.keys.authenticate(key);
    if (!caller) throw unauthorized();
    if (!caller.scopes.includes('admin')) {
      throw new ProblemError(403, 'missing-scope', 'This API key lacks the scope "admin".');
    }
    const { userId, orgId } = caller;
    if (userId === null)
      throw notAllowed('This API key does not act for a user, and the console needs one that does.');
    const user = await this.database.forOrg(orgId, (tx) => this.users.byHandleOrId(tx, userId));
    if (!user || user.disabledAt) throw unauthorized();
    return viewerOf(user, caller);
  }
}

function unauthorized(): ProblemError {
  return new ProblemError(401, 'unauthorized', 'This API key is not known, or was revoked.');
}
