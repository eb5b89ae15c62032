import { loadConfig } from '#config';
import { describeWith } from '../../test/harness/services.ts';
import { findFreePort } from './ports.ts';
import { refuseUnreachable } from './reachability.ts';

const POSTGRES = process.env.TEST_DATABASE_URL ?? 'postgres://postgres@127.0.0.1:5432/postgres';
const ask = (DATABASE_URL: string, REDIS_URL?: string) =>
  refuseUnreachable(loadConfig({ DATABASE_URL, REDIS_URL }));

describe('what the settings name', () => {
  it('is refused with one line for each: setting, host, reason, and no password', async () => {
    const [one, two] = [await findFreePort(), await findFreePort()];
    await expect(
      ask(`postgres://me:hidden@127.0.0.1:${one}/turnpike`, `redis://:hidden@127.0.0.1:${two}`),
    ).rejects.toThrow(
      `DATABASE_URL: 127.0.0.1:${one}/turnpike refuses the connection (ECONNREFUSED); is it running?\n` +
        `REDIS_URL: 127.0.0.1:${two} refuses the connection (ECONNREFUSED); is it running?`,
    );
  });
});

describeWith('postgres', 'what the settings name', () => {
  it('is fine where it answers', async () => {
    await expect(ask(POSTGRES)).resolves.toBeUndefined();
  });

  it('a database that does not exist is named', async () => {
    const url = new URL(POSTGRES);
    url.pathname = '/turnpike_nowhere';
    await expect(ask(url.href)).rejects.toThrow(
      /^DATABASE_URL: \S+\/turnpike_nowhere does not exist \(.*\); create it: createdb turnpike_nowhere$/,
    );
  });

  it('a login that does not exist is refused', async () => {
    const url = new URL(POSTGRES);
    url.username = 'turnpike_nobody';
    url.password = 'hidden';
    await expect(ask(url.href)).rejects.toThrow(/^DATABASE_URL: \S+ refuses the login \((?!.*hidden).*\)\.$/);
  });
});
