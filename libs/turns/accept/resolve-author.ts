import type { AcceptMessage, CallerKind, UserRole } from '#contracts';
import type { OrgTransaction } from '#database';
import type { UserService } from '#identity';
import { MessageRefusedError } from '../turn.errors.ts';

/** As whom a sender may write. */
export interface SpeaksAs {
  /** Staff, and so also a colleague: the gateway of a channel writes for all of them with one key. */
  staff: boolean;
  /** Of the user as whom the sender acts; absent where that is nobody, who speaks as no admin. */
  role?: UserRole;
}

/**
 * As whom the turn of a message acts: as the author that it names, but never with more than the sender's own role.
 *
 * @throws MessageRefusedError when the sender may not speak as staff, or the org has no such member.
 */
export async function resolveAuthor(
  tx: OrgTransaction,
  users: Pick<UserService, 'byHandleOrId'>,
  sender: SpeaksAs,
  author: AcceptMessage['author'],
): Promise<{ callerKind: CallerKind; callerUserId: string | null }> {
  if (!author || author.kind === 'contact') return { callerKind: 'contact', callerUserId: null };
  if (!sender.staff)
    throw new MessageRefusedError(
      'forbidden',
      'MISSING_SCOPE',
      'A message of staff needs an API key with the scope messages:staff.',
    );
  const user = await users.byHandleOrId(tx, author.user);
  if (!user || user.disabledAt !== null || user.role === 'analyst')
    throw new MessageRefusedError('invalid', 'UNKNOWN_USER', `The org has no member "${author.user}".`, {
      pointer: '/author/user',
    });
  const isAdmin = user.role === 'org_admin' && sender.role === 'org_admin';
  return { callerKind: isAdmin ? 'admin' : 'staff', callerUserId: user.id };
}
