import { normalizeText } from '#text';
import { type ProgramFacts } from '#pack-kit';
import { freeTimes } from './free-times.program.ts';

const facts: ProgramFacts = {
  contactId: null,
  userId: 'agent-01',
  now: new Date('2026-11-18T10:00:00Z'),
  timezone: 'Asia/Nicosia',
};

/** The agents whose calendars the program reads, as the sandbox runs it. */
async function agentsRead(
  text: string,
  wish: Record<string, unknown> = {},
  userId: string | null = 'agent-01',
): Promise<unknown[]> {
  const told = freeTimes.tells?.(
    { text, normalized: normalizeText(text), language: 'en' },
    { ...facts, userId },
  );
  const read: unknown[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval -- what is tested is the text of a program
  const run = new Function(
    'told',
    'wish',
    'contactId',
    'check_calendar',
    'format',
    `return (async () => {${freeTimes.code}})()`,
  ) as (...given: unknown[]) => Promise<unknown>;
  await run(
    told,
    { dateFrom: '2026-11-19', ...wish },
    null,
    ({ agentId }: { agentId?: string }) => {
      read.push(agentId);
      return Promise.resolve([]);
    },
    {},
  );
  return [...new Set(read)];
}

it.each([
  ['When could we fit in a visit on Thursday?', {}, ['all']],
  ['When are Maria and Andreas both free on Thursday?', { agentId: 'Maria' }, ['Maria', 'Andreas']],
  ['When am I free on Thursday?', { agentId: 'user-1' }, ['user-1']],
])('%s', async (text, wish, agents) => expect(await agentsRead(text, wish)).toEqual(agents));

it('is of the own agent for an end customer who names nobody', async () =>
  expect(await agentsRead('When could I see it on Thursday?', {}, null)).toEqual([undefined]));
