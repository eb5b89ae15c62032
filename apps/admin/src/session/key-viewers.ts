import { Inject, Injectable } from '@nestjs/common';
import { Database } from '#database';
import { ProblemError } from '#http';
import { ApiKeyService, UserService } from '#identity';
import { notAllowed } from '../http/problems.ts';
import { viewerOf, type Viewer } from './viewer.ts';

const WAYS_OUT =
  'Create a key of scope admin that acts as an org admin (in the console: Users, API keys; or npm run setup with --new-key), ' +
  'or sign in with e-mail and password (--email and --password-stdin).';

/** Scripts with an API key: they have the rights of the key's user in its org. */
@Injectable()
export class KeyViewers {
  constructor(
    @Inject(ApiKeyService) private readonly keys: ApiKeyService,
    @Inject(UserService) private readonly users: UserService,
    @Inject(Database) private readonly database: Database,
  ) {}

  /** @throws ProblemError 401 for an unknown or revoked key; 403 without the scope `admin` or without a user. */
  async of(key: string): Promise<Viewer> {
    const caller = await this.keys.authenticate(key);
    if (!caller) throw unauthorized();
    if (!caller.scopes.includes('admin')) {
      const detail = `This API key lacks the scope "admin". ${WAYS_OUT}`;
      throw new ProblemError(403, 'missing-scope', detail);
    }
    const { userId, orgId } = caller;
    if (userId === null)
      throw notAllowed(`This API key does not act as a user, which the console requires. ${WAYS_OUT}`);
    const user = await this.database.forOrg(orgId, (tx) => this.users.byHandleOrId(tx, userId));
    if (!user || user.disabledAt) throw unauthorized();
    return viewerOf(user, caller);
  }
}

function unauthorized(): ProblemError {
  return new ProblemError(401, 'unauthorized', 'This API key is unknown or revoked.');
}
