import { newId } from '#config';
import type { PlatformTransaction } from '#database';
import {
  InvalidIdentityError,
  SignInFailedError,
  SignInThrottledError,
  UserNotFoundError,
} from '../identity.errors.ts';
import { useIdentity } from '../testing/identity.fixture.ts';
import { csrfTokenMatches, SESSION_IDLE_MS, SESSION_MAX_MS } from './session.service.ts';
import { countAttempt } from './sign-in-attempts.repository.ts';

const PASSWORD = 'correct horse battery';

describe('SessionService', () => {
  const identity = useIdentity();
  let userId: string;

  beforeAll(async () => {
    const user = await identity.users.ensure({
      orgId: identity.orgA.id,
      email: 'Ann@Example.com',
      name: 'Ann',
      handle: 'ann',
      role: 'org_admin',
      password: PASSWORD,
    });
    userId = user.id;
  });

  const signIn = (over: Partial<{ email: string; password: string; address: string }> = {}) =>
    identity.sessions.signIn({ email: 'ann@example.com', password: PASSWORD, address: '10.0.0.1', ...over });

  it('signs in with an e-mail in any case, and returns the user', async () => {
    const session = await signIn({ email: ' ANN@example.com ' });
    expect(session.user).toMatchObject({
      id: userId,
      orgId: identity.orgA.id,
      role: 'org_admin',
      email: 'ann@example.com',
    });
    expect(session.user).not.toHaveProperty('passwordHash');
    const active = await identity.sessions.authenticate(session.token);
    expect(active).toEqual({
      user: session.user,
      csrfToken: session.csrfToken,
      expiresAt: session.expiresAt,
    });
    expect(csrfTokenMatches(active as { csrfToken: string }, session.csrfToken)).toBe(true);
    expect(csrfTokenMatches(active as { csrfToken: string }, 'other')).toBe(false);
    expect(csrfTokenMatches(active as { csrfToken: string }, undefined)).toBe(false);
    expect(await identity.sessions.authenticate('other')).toBeNull();
  });

  it('stores neither the cookie nor the password', async () => {
    const { token } = await signIn();
    const rows = await identity.database.asPlatform('a test looks at what is stored', (tx) =>
      tx.queryUnscoped<{ row: string }>(
        `SELECT to_jsonb(s)::text AS row FROM sessions s UNION ALL SELECT to_jsonb(u)::text FROM users u`,
      ),
    );
    const stored = rows.map(({ row }) => row).join('\n');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
  });

  it.each([
    { password: 'wrong password' },
    { email: 'nobody@example.com' },
    { password: 'x'.repeat(10_000) },
  ])('says the same of every wrong sign-in: %j', async (over) => {
    await expect(signIn({ ...over, address: '10.0.0.9' })).rejects.toThrow(new SignInFailedError());
  });

  it('ends after 12 idle hours, and after 7 days even if in use', async () => {
    const idle = await signIn();
    identity.clock.advance(SESSION_IDLE_MS - 1);
    expect(await identity.sessions.authenticate(idle.token)).not.toBeNull();
    identity.clock.advance(SESSION_IDLE_MS);
    expect(await identity.sessions.authenticate(idle.token)).toBeNull();

    const used = await signIn();
    for (let passedMs = SESSION_IDLE_MS - 1; passedMs < SESSION_MAX_MS; passedMs += SESSION_IDLE_MS - 1) {
      identity.clock.advance(SESSION_IDLE_MS - 1);
      expect(await identity.sessions.authenticate(used.token)).not.toBeNull();
    }
    identity.clock.advance(SESSION_IDLE_MS - 1);
    expect(await identity.sessions.authenticate(used.token)).toBeNull();
  });

  it('signs out one session and no other', async () => {
    const [one, two] = [await signIn(), await signIn()];
    await identity.sessions.signOut(one.token);
    expect(await identity.sessions.authenticate(one.token)).toBeNull();
    expect(await identity.sessions.authenticate(two.token)).not.toBeNull();
  });

  it('rejects sign-ins and sessions of a disabled user', async () => {
    const session = await signIn();
    const setDisabled = (disabled: boolean) =>
      identity.inA((tx) => identity.users.setDisabled(tx, userId, disabled));
    await setDisabled(true);
    expect(await identity.sessions.authenticate(session.token)).toBeNull();
    await expect(signIn()).rejects.toThrow(SignInFailedError);
    await setDisabled(false);
    expect(await identity.sessions.authenticate(session.token)).not.toBeNull();
  });

  it('ends every session when the password is set', async () => {
    const session = await signIn();
    await identity.users.setPassword(userId, 'another password');
    expect(await identity.sessions.authenticate(session.token)).toBeNull();
    await expect(signIn()).rejects.toThrow(SignInFailedError);
    await identity.users.setPassword(userId, PASSWORD);
    await expect(identity.users.setPassword(userId, 'short')).rejects.toThrow(InvalidIdentityError);
    await signIn();
  });

  it('continues if the ensured password is unchanged, and ends if it differs', async () => {
    const session = await signIn();
    await identity.users.ensurePassword(userId, PASSWORD);
    expect(await identity.sessions.authenticate(session.token)).not.toBeNull();
    await identity.users.ensurePassword(userId, 'another password');
    expect(await identity.sessions.authenticate(session.token)).toBeNull();
    await identity.users.ensurePassword(userId, PASSWORD);
    await signIn();
    await expect(identity.users.ensurePassword(newId(identity.clock), PASSWORD)).rejects.toThrow(
      UserNotFoundError,
    );
  });

  it('throttles guesses for one e-mail for 15 minutes, also in parallel and from many addresses', async () => {
    const guesses = await Promise.allSettled(
      Array.from({ length: 15 }, (_, index) =>
        signIn({ password: 'wrong password', address: `10.1.0.${index}` }),
      ),
    );
    const kinds = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.constructor : 'in'));
    expect(kinds.filter((kind) => kind === SignInFailedError)).toHaveLength(10);
    expect(kinds.filter((kind) => kind === SignInThrottledError)).toHaveLength(5);
    const refused = await signIn({ address: '10.1.1.1' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'SIGN_IN_THROTTLED', retry: 'retry', retryAfterMs: 15 * 60_000 });
    identity.clock.advance(15 * 60_000);
    await signIn();
  });

  describe('at an address with an earlier sign-in', () => {
    const HOME = '10.5.0.1';
    const wrong = (address: string) => signIn({ password: 'wrong password', address });
    const guess = async (tries: number, address: (index: number) => string) => {
      for (let index = 0; index < tries; index++) await wrong(address(index)).catch(() => undefined);
    };
    beforeEach(() => identity.clock.advance(16 * 60_000));

    it('accepts the user while a stranger guesses elsewhere, without giving the stranger more guesses', async () => {
      await signIn({ address: HOME });
      await guess(12, (index) => `10.5.1.${index}`);
      await signIn({ address: HOME });
      await expect(wrong('10.5.1.99')).rejects.toThrow(SignInThrottledError);
    });

    it('throttles guesses there too, and not elsewhere', async () => {
      await signIn({ address: HOME });
      await guess(10, () => HOME);
      await expect(signIn({ address: HOME })).rejects.toThrow(SignInThrottledError);
      await signIn({ address: '10.5.2.1' });
      identity.clock.advance(16 * 60_000);
      await signIn({ address: HOME });
    });

    it('is forgotten after 30 days, and known only for that user', async () => {
      const other = { email: 'ben@example.com', password: PASSWORD };
      await identity.users.ensure({
        orgId: identity.orgA.id,
        name: 'Ben',
        handle: 'ben',
        role: 'member',
        ...other,
      });
      await signIn({ address: HOME });
      identity.clock.advance(29 * 24 * 3_600_000);
      await signIn({ ...other, address: '10.5.3.1' });
      await guess(12, (index) => `10.5.4.${index}`);
      await expect(signIn({ address: '10.5.3.1' })).rejects.toThrow(SignInThrottledError);
      await signIn({ address: HOME });
      identity.clock.advance(31 * 24 * 3_600_000);
      await guess(12, (index) => `10.5.5.${index}`);
      await expect(signIn({ address: HOME })).rejects.toThrow(SignInThrottledError);
      identity.clock.advance(16 * 60_000);
      await signIn(other);
      const places = await identity.database.asPlatform('a test looks at what is kept', (tx) =>
        tx.query(`SELECT subject FROM sign_in_attempts WHERE subject LIKE 'place:10.5.%'`),
      );
      expect(places).toEqual([]);
    });
  });

  it('throttles one address that tries many e-mails, and no other address', async () => {
    const address = '10.2.0.1';
    for (let index = 0; index < 50; index++) {
      await expect(signIn({ email: `guess-${index}@example.com`, address })).rejects.toThrow(
        SignInFailedError,
      );
    }
    await expect(signIn({ address })).rejects.toThrow(SignInThrottledError);
    await signIn({ address: '10.2.0.2' });
  });

  it('does not wait for a concurrently counted attempt', async () => {
    const subject = 'email:counted@example.com';
    const count = (tx: PlatformTransaction) =>
      countAttempt(tx, subject, identity.clock.now(), new Date(identity.clock.now().getTime() - 15 * 60_000));
    await identity.database.asPlatform('an attempt of long ago', count);
    identity.clock.advance(16 * 60_000);
    await identity.database.asPlatform('an attempt under way', async (tx) => {
      await count(tx);
      await signIn({ address: '10.4.0.1' });
    });
  });

  it('does not count successful sign-ins', async () => {
    for (let index = 0; index < 60; index++) await signIn({ address: '10.3.0.1' });
  });
});
