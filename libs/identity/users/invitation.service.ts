import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, newId, type Clock } from '#config';
import { TurnpikeError, type UserRole } from '#contracts';
import { Database, type PlatformTransaction, type Transaction } from '#database';
import { type AuditActor, AuditLog } from '../audit/audit-log.repository.ts';
import { AlreadyExistsError, InvalidIdentityError, InvitationGoneError } from '../identity.errors.ts';
import {
  findOpenInvitation,
  insertInvitation,
  revokeInvitation,
  revokeOpenInvitations,
  setAccepted,
  type OpenInvitation,
} from './invitation.repository.ts';
import { hashPassword } from './passwords.ts';
import { deleteSessionsOf } from '../sessions/session.repository.ts';
import { emailTaken, setPasswordHash, takenHandles, type UserView } from './user.repository.ts';
import { UserService } from './user.service.ts';

/** An invitation expires after this time. */
const INVITATION_MS = 7 * 24 * 3_600_000;
const TOKEN_BYTES = 32;
const MAX_HANDLE_CHARACTERS = 60;

export interface NewInvitation {
  /** Null for a platform role. */
  orgId: string | null;
  email: string;
  role: UserRole;
  actor: AuditActor;
}

/** @property token the token in the link, which is not stored. */
export interface InvitationLink {
  id: string;
  token: string;
  expiresAt: Date;
}

/** Invitations to the console. An admin creates them; the holder of the link accepts them. */
@Injectable()
export class InvitationService {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(UserService) private readonly users: UserService,
    @Inject(AuditLog) private readonly audit: AuditLog,
  ) {}

  /**
   * Invites an address. An earlier open invitation to the address is revoked.
   *
   * @returns the token of the link, which is not stored.
   * @throws AlreadyExistsError if a user of the org has the address.
   * @throws InvalidIdentityError for an invalid address or role.
   */
  async invite(tx: Transaction, { orgId, role, actor, ...given }: NewInvitation): Promise<InvitationLink> {
    const email = given.email.toLowerCase();
    this.users.check({ orgId, role, email, name: email, handle: 'invited' });
    if (await emailTaken(tx, email)) throw new AlreadyExistsError('email');
    const made = await this.make(tx, { orgId, email, role, userId: null }, actor);
    await this.audit.record(tx, {
      orgId,
      actor,
      action: 'invitation.create',
      target: `invitation:${made.id}`,
      after: { email, role },
    });
    return made;
  }

  /**
   * Creates a link with which a user sets a new password. An earlier link is revoked. The old password works until the link
   * is used.
   *
   * @throws InvalidIdentityError for a user without an address, who cannot sign in.
   */
  async passwordLink(
    tx: Transaction,
    { id: userId, orgId, email, role }: Pick<UserView, 'id' | 'orgId' | 'email' | 'role'>,
    actor: AuditActor,
  ): Promise<InvitationLink> {
    if (email === null)
      throw new InvalidIdentityError('email', 'A user without an e-mail address cannot sign in.');
    const made = await this.make(tx, { orgId, email, role, userId }, actor);
    await this.audit.record(tx, { orgId, actor, action: 'user.password_link', target: `user:${userId}` });
    return made;
  }

  /** @throws TurnpikeError INVITATION_NOT_FOUND if the invitation is unknown, accepted or already revoked. */
  async revoke(tx: Transaction, id: string, actor: AuditActor): Promise<void> {
    const revoked = await revokeInvitation(tx, id, this.clock.now());
    if (!revoked)
      throw new TurnpikeError('There is no open invitation of that id.', {
        code: 'INVITATION_NOT_FOUND',
        kind: 'not_found',
      });
    await this.audit.record(tx, {
      orgId: revoked.orgId,
      actor,
      action: 'invitation.revoke',
      target: `invitation:${id}`,
      before: { email: revoked.email, role: revoked.role },
    });
  }

  /** The invitation of the link. @throws InvitationGoneError if it has ended or never existed. */
  async open(token: string): Promise<OpenInvitation> {
    return this.asPlatform((tx) => this.find(tx, token));
  }

  /**
   * Creates the account of the invitation. If the user already has an account, sets the password and ends all sessions.
   *
   * @param account.name name of a new account.
   * @throws InvitationGoneError, InvalidIdentityError for the password or the name, AlreadyExistsError if the address now
   * has an account.
   */
  async accept(token: string, account: { name?: string; password: string }): Promise<void> {
    await this.open(token);
    // Computed before the transaction, because it takes tens of milliseconds.
    const passwordHash = await hashPassword(account.password);
    await this.asPlatform(async (tx) => {
      const invitation = await this.find(tx, token);
      const { id, orgId, email, role } = invitation;
      const userId =
        invitation.userId ?? (await this.create(tx, invitation, account.name ?? '', passwordHash));
      if (invitation.userId !== null) {
        if (!(await setPasswordHash(tx, userId, passwordHash))) throw new InvitationGoneError();
        await deleteSessionsOf(tx, userId);
      }
      await setAccepted(tx, id, this.clock.now());
      await this.audit.record(tx, {
        orgId,
        actor: { kind: 'user', userId },
        action: invitation.userId === null ? 'invitation.accept' : 'user.password_set',
        target: `user:${userId}`,
        after: { email, role },
      });
    });
  }

  private async create(
    tx: PlatformTransaction,
    { orgId, email, role }: OpenInvitation,
    name: string,
    passwordHash: string,
  ): Promise<string> {
    const handle = await this.freeHandle(tx, orgId, email);
    return (await this.users.create(tx, { orgId, email, role, name: name.trim(), handle, passwordHash })).id;
  }

  private async make(
    tx: Transaction,
    invited: { orgId: string | null; userId: string | null; email: string; role: UserRole },
    actor: AuditActor,
  ): Promise<InvitationLink> {
    const now = this.clock.now();
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const link = { id: newId(this.clock), expiresAt: new Date(now.getTime() + INVITATION_MS) };
    await revokeOpenInvitations(tx, invited.orgId, invited.email, now);
    await insertInvitation(tx, {
      ...link,
      ...invited,
      tokenHash: hashOf(token),
      invitedBy: actor.userId ?? null,
      createdAt: now,
    });
    return { ...link, token };
  }

  private async find(tx: PlatformTransaction, token: string): Promise<OpenInvitation> {
    const found = await findOpenInvitation(tx, hashOf(token), this.clock.now());
    if (!found) throw new InvitationGoneError();
    return found;
  }

  /** The local part of the address as a handle, with a number if it is taken. */
  private async freeHandle(tx: PlatformTransaction, orgId: string | null, email: string): Promise<string> {
    const wanted =
      email
        .slice(0, email.indexOf('@'))
        .replace(/[^a-z0-9._-]/g, '-')
        .replace(/^[^a-z0-9]+/, '')
        .slice(0, MAX_HANDLE_CHARACTERS) || 'user';
    const taken = await takenHandles(tx, orgId, wanted);
    for (let number = 1; ; number += 1) {
      const handle = number === 1 ? wanted : `${wanted}-${number}`;
      if (!taken.has(handle)) return handle;
    }
  }

  private asPlatform<Result>(work: (tx: PlatformTransaction) => Promise<Result>): Promise<Result> {
    return this.database.asPlatform('an invitation says into which org it leads', work);
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();
