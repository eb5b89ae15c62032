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
  /** The person at the console; absent for the API of the org, whose key writes for others. */
  signedIn?: SignedIn;
}

/** Somebody who writes themselves: as staff under the own name, or as a contact that is nobody's customer. */
export interface SignedIn {
  /** Of the org or of the platform. */
  userId: string;
  /** The only contact as whom they may write. */
  contactId: string;
}

/**
 * As whom the turn of a message acts: as the author that it names, but never with more than the sender's own role.
 *
 * @throws MessageRefusedError when the sender may not speak as staff or as that colleague, or the org has no such member.
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
  if (sender.signedIn) return themselves(sender.signedIn, sender.role, author.user);
  const user = await users.byHandleOrId(tx, author.user);
  if (!user || user.disabledAt !== null || user.role === 'analyst')
    throw new MessageRefusedError('invalid', 'UNKNOWN_USER', `The org has no member "${author.user}".`, {
      pointer: '/author/user',
    });
  const isAdmin = user.role === 'org_admin' && sender.role === 'org_admin';
  return { callerKind: isAdmin ? 'admin' : 'staff', callerUserId: user.id };
}

/**
 * Lets nobody at the console put words into a customer's mouth.
 *
 * @throws MessageRefusedError when somebody who is signed in writes as another contact than their own.
 */
export function refuseOtherContact(
  { signedIn }: SpeaksAs,
  author: AcceptMessage['author'],
  contactId: string,
): void {
  if (!signedIn || author?.kind === 'staff' || contactId === signedIn.contactId) return;
  throw new MessageRefusedError(
    'forbidden',
    'NOT_OWN_CONTACT',
    'This conversation is of another contact: write in it as staff, or begin one of your own.',
    { pointer: '/conversationId' },
  );
}

/**
 * The session vouches for who it is, also for admins of the platform, who are not among the org's users.
 *
 * @param named the id of the user; a console knows no handles.
 */
function themselves({ userId }: SignedIn, role: UserRole | undefined, named: string) {
  if (named !== userId)
    throw new MessageRefusedError('forbidden', 'NOT_THEMSELVES', 'You can write only as yourself.', {
      pointer: '/author/user',
    });
  const isAdmin = role === 'org_admin' || role === 'platform_admin';
  return { callerKind: isAdmin ? ('admin' as const) : ('staff' as const), callerUserId: userId };
}
