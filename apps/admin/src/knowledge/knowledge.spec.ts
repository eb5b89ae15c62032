import { randomUUID } from 'node:crypto';
import { consoleKnowledge } from '#contracts/console';
import { expectProblem, useAdmin, type SignedIn } from '../admin.fixture.ts';

const { admin, orgAdmin, member, analyst, platform } = useAdmin();

const FEE = {
  topic: 'fees',
  title: 'Commission',
  text: 'Buyers pay 3 % of the price.',
  source: 'acme.example',
};
const REFUNDS = {
  topic: 'policies',
  title: 'Refunds',
  text: `${'We answer within a day. '.repeat(60)}Deposits are refunded.`,
  source: null,
};
const read = (who: SignedIn, query = '') => who.read(consoleKnowledge, `/admin/knowledge${query}`);
const send = (who: SignedIn, method: string, path = '', body?: unknown) =>
  who.send(method, `/admin/knowledge${path}`, { body });

it('keeps the facts of each org, for its admins to change and its people to read', async () => {
  await expectProblem(await send(member, 'POST', '', FEE), 403);
  await expectProblem(await send(analyst, 'POST', '', FEE), 403);
  for (const wrong of [{ topic: 'gossip' }, { title: ' ' }, { text: 'x'.repeat(4_001) }, { colour: 'red' }])
    await expectProblem(await send(orgAdmin, 'POST', '', { ...FEE, ...wrong }), 422);
  const { id } = (await (await send(orgAdmin, 'POST', '', FEE)).json()) as { id: string };
  expect((await send(orgAdmin, 'POST', '', REFUNDS)).status).toBe(201);
  expect((await send(platform, 'POST', '?org=org-b', { ...FEE, title: 'Of org B' })).status).toBe(201);

  for (const who of [member, analyst, orgAdmin]) {
    const { items, promptTokens } = await read(who);
    expect(items).toMatchObject([
      { id, ...FEE, inPrompt: true, why: null },
      { ...REFUNDS, inPrompt: false },
    ]);
    expect(promptTokens).toEqual({ used: items[0]!.tokens, limit: 300 });
  }
  await expectProblem(await platform.get('/admin/knowledge'), 422);
  expect((await read(platform, '?org=org-b')).items.map(({ title }) => title)).toEqual(['Of org B']);

  const found = (await read(member, '?q=Is+my+deposit+refunded')).items;
  const always = { title: FEE.title, inPrompt: true, why: null };
  expect(found).toMatchObject([{ title: 'Refunds', why: expect.stringContaining('refund') }, always]);
  expect((await read(member, '?q=What+do+you+charge')).items).toMatchObject([always]);
  expect((await read(member, '?q=Who+pays+commission')).items).toMatchObject([
    { title: FEE.title, why: expect.stringContaining('commission') },
  ]);

  await expectProblem(await send(member, 'PUT', `/${id}`, FEE), 403);
  await expectProblem(await send(orgAdmin, 'PUT', `/${randomUUID()}`, FEE), 404);
  await expectProblem(await send(platform, 'PUT', `/${id}?org=org-b`, FEE), 404);
  expect((await send(orgAdmin, 'PUT', `/${id}`, { ...FEE, text: 'Buyers pay 2 %.' })).status).toBe(204);
  await expectProblem(await send(member, 'DELETE', `/${id}`), 403);
  expect((await send(orgAdmin, 'DELETE', `/${id}`)).status).toBe(204);
  await expectProblem(await send(orgAdmin, 'DELETE', `/${id}`), 404);
  expect((await read(member)).items.map(({ title }) => title)).toEqual(['Refunds']);

  const entries = (await admin.audited({})).filter(({ target }) => target === `knowledge:${id}`);
  expect(entries.map(({ action }) => action)).toEqual([
    'knowledge.add',
    'knowledge.edit',
    'knowledge.delete',
  ]);
});
