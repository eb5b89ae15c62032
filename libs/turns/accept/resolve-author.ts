import type { AcceptMessage, CallerKind, UserRole } from '#contracts';
import type { OrgTransaction } from '#database';
import type { UserService } from '#identity';
import { MessageRefusedError } from '../turn.errors.ts';

/** The authors in whose name a sender may write. */
export interface SpeaksAs {
  /** True if the sender may write as any staff member. The gateway of a channel writes for all of them with one key. */
  staff: boolean;
  /** Role of the user for whom the sender acts. A sender without a role cannot write as an admin. */
  role?: UserRole;
  /** The user at the console; absent for an API key. */
  signedIn?: SignedIn;
}

/** A user at the console, who writes as staff in their own name, or as their own test contact. */
export interface SignedIn {
  /** A user of the org or of the platform. */
  userId: string;
  /** The only contact in whose name the user may write. */
  contactId: string;
}

/**
 * Resolves the caller of the turn: the author that the message names, with at most the rights of the sender's role.
 *
 * @throws MessageRefusedError if the sender may not write as staff or as that member, or if the org has no such member.
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
  if (sender.signedIn) return signedInAuthor(sender.signedIn, sender.role, author.user);
  const user = await users.byHandleOrId(tx, author.user);
  if (!user || user.disabledAt !== null || user.role === 'analyst')
    throw new MessageRefusedError('invalid', 'UNKNOWN_USER', `The org has no member "${author.user}".`, {
      pointer: '/author/user',
    });
  const isAdmin = user.role === 'org_admin' && sender.role === 'org_admin';
  return { callerKind: isAdmin ? 'admin' : 'staff', callerUserId: user.id };
}

/**
 * Prevents console users from writing in the name of a customer.
 *
 * @throws MessageRefusedError if a signed-in user writes as a contact other than their own.
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
    'This conversation belongs to another contact: write as staff, or begin a conversation of your own.',
    { pointer: '/conversationId' },
  );
}

/**
 * Takes the identity from the session. This also works for platform admins, who are not users of the org.
 *
 * @param named id of the user; the console does not know handles.
 */
function signedInAuthor({ userId }: SignedIn, role: UserRole | undefined, named: string) {
  if (named !== userId)
    throw new MessageRefusedError('forbidden', 'NOT_THEMSELVES', 'You can write only as yourself.', {
      pointer: '/author/user',
    });
  const isAdmin = role === 'org_admin' || role === 'platform_admin';
  return { callerKind: isAdmin ? ('admin' as const) : ('staff' as const), callerUserId: userId };
}
