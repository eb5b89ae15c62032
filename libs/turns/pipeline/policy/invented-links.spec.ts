import fc from 'fast-check';
import type { PolicySituation } from '#pack-kit';
import { inventedLinks } from './invented-links.ts';

const FILE = '/v1/files/11111111-2222-4333-8444-555555555555/content';
const SHOWN = `Our site is acme.example/terms. {"url":"https://book.acme.example/c?a=1&b=2"} ${FILE}`;
const situation = { shown: () => SHOWN } as PolicySituation;
const problem = (reply: string) => inventedLinks.problem(reply, situation);

it.each([
  'Nothing to click.',
  'See https://acme.example/terms.',
  'See (https://www.acme.example/terms/), please.',
  'انظر: https://acme.example/terms، شكرا',
  '[Book](https://book.acme.example/c?a=1&b=2) or <https://book.acme.example>.',
  `The report: ${FILE}`,
  'Call `https://api.invented.example/v1` like this:\n```\nhttp://192.168.1.10/led\n```\nDone.',
])('passes: %s', (reply) => expect(problem(reply)).toBeUndefined());

it.each([
  ['See https://acme.example/prices.', 'See .'],
  ['See https://acme.example/term.', 'See .'],
  ['See https://me.example/terms.', 'See .'],
  ['[Book here](https://calendar.example/me) today.', 'Book here today.'],
  ['Go to www.invented.example or https://acme.example/terms', 'Go to  or https://acme.example/terms'],
  ['/v1/files/99999999-2222-4333-8444-555555555555/content', 'I have no link for that.'],
  ['```\nx\n```\nhttps://invented.example', '```\nx\n```'],
])('finds the invented link in: %s', (reply, safe) => {
  expect(problem(reply)).toMatch(/^the link \S+ comes from no tool/);
  expect(inventedLinks.safeReply(situation, reply)).toBe(safe);
});

it('leaves no invented link, whatever stands around it', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...'[]()` \na', '```', 'https://x.example/y', 'www.z.example', FILE)),
      (pieces) => {
        const reply = pieces.join('');
        const safe = problem(reply) === undefined ? reply : inventedLinks.safeReply(situation, reply);
        expect(problem(safe)).toBeUndefined();
      },
    ),
  ));

it.each(['[', '](', '[a](', '`', '```', 'https://', 'www.'])(
  'reads 100,000 times %j in linear time',
  (piece) => {
    const reply = piece.repeat(100_000);
    const begun = performance.now();
    inventedLinks.safeReply(situation, reply);
    expect(performance.now() - begun).toBeLessThan(2_000);
  },
);
