import { forEachOrg } from './for-each-org.ts';

it('does the work of every org, and then says what failed', async () => {
  const done: string[] = [];
  const failed = new Error('b is unlucky');
  const work = forEachOrg(['a', 'b', 'c'], 'Some orgs were not counted', async (orgId) => {
    if (orgId === 'b') throw failed;
    done.push(orgId);
  });
  await expect(work).rejects.toMatchObject({ message: 'Some orgs were not counted', errors: [failed] });
  expect(done).toEqual(['a', 'c']);
  await expect(forEachOrg(done, 'Some were not counted', async () => undefined)).resolves.toBeUndefined();
});
