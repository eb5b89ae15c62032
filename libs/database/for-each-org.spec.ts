import { DatabaseUnavailableError, NoAnswerError } from './database.errors.ts';
import { forEachOrg } from './for-each-org.ts';

describe('the work of every org', () => {
  const refused = (code: string) => new DatabaseUnavailableError(Object.assign(new Error(code), { code }));
  /** Returns which of three orgs were processed when the second one fails. */
  const doneDespite = async (failed: Error) => {
    const done: string[] = [];
    const work = forEachOrg(['a', 'b', 'c'], 'Some orgs were not counted', async (orgId) => {
      if (orgId === 'b') throw failed;
      done.push(orgId);
    });
    await expect(work).rejects.toMatchObject({ message: 'Some orgs were not counted', errors: [failed] });
    return done;
  };

  it.each([
    ['a failure of its own', new Error('b is unlucky')],
    ['a deadlock', refused('40P01')],
    ['a lock that others have', refused('55P03')],
    ['statements without an answer', new DatabaseUnavailableError(new NoAnswerError())],
  ])('continues with the other orgs after %s, and then throws the failure', async (_, failed) => {
    expect(await doneDespite(failed)).toEqual(['a', 'c']);
  });

  it.each(['ECONNREFUSED', '57P03', '53300'])('stops if the database is unreachable (%s)', async (code) => {
    expect(await doneDespite(refused(code))).toEqual(['a']);
  });

  it('resolves if nothing failed', async () => {
    await expect(forEachOrg(['a'], 'Some were not counted', async () => undefined)).resolves.toBeUndefined();
  });
});
