import { randomUUID } from 'node:crypto';
import { FixedClock } from '#config';
import { suiteDatabase } from '../../../test/harness/suite-database.ts';
import { platformTools } from '../platform/index.ts';
import type { ToolContext } from '#pack-kit';
import { meaningOf, moveFeatureRequest } from './feature-requests.repository.ts';

const tool = platformTools.find(({ name }) => name === 'request_feature')!;
const clock = new FixedClock(new Date('2026-11-20T10:00:00Z'));

interface Recorded {
  requestId: string;
  status: string;
  duplicate: boolean;
  votes: number;
}

const own = suiteDatabase();

/** Sets up an org with conversations. */
function org(orgId = randomUUID()) {
  const ask = (title: string, change: Partial<ToolContext> = {}, more: Record<string, unknown> = {}) => {
    const context = {
      org: { id: orgId, slug: 'acme' },
      clock,
      memory: { embedMeaning: async () => undefined },
      conversationId: randomUUID(),
      turnId: randomUUID(),
      contactId: 'ann',
      messageText: `Please: ${title}`,
      timezone: 'Asia/Nicosia',
      read: (work: Parameters<ToolContext['read']>[0]) => own.database.forOrg(orgId, work),
      write: (work: Parameters<ToolContext['write']>[0]) => own.database.forOrg(orgId, work),
      ...change,
    } as unknown as ToolContext;
    const input = tool.input.parse({ title, description: `We need this: ${title}`, ...more });
    return tool.execute(input, context) as Promise<Recorded>;
  };
  const move = (id: string, state: Parameters<typeof moveFeatureRequest>[2]) =>
    own.database.forOrg(orgId, (tx) => moveFeatureRequest(tx, id, state, clock.now()));
  const occurrences = () =>
    own.database.forOrg(orgId, (tx) =>
      tx.query(
        'SELECT quote, contact_id AS contact FROM feature_request_occurrences WHERE org_id = $1 ORDER BY id',
      ),
    );
  return { ask, move, occurrences };
}

it.each([
  ['Add support for WhatsApp', 'whatsapp support, please ADD it!', true],
  ['Add Russian', 'add russian.', true],
  ['إضافة دعم الواتساب', 'دعم الواتساب إضافة', true],
  ['Add Russian', 'Add Greek', false],
  ['to the and', 'and to the', false],
])('%p and %p mean the same: %p', (one, other, same) => {
  expect(meaningOf(one) === meaningOf(other)).toBe(same);
});

it('joins an open request of the same meaning, and stores each occurrence', async () => {
  const { ask, occurrences } = org();
  const first = await ask('Read PDF files');
  expect(first).toMatchObject({ status: 'new', duplicate: false, votes: 1 });
  expect(
    await ask('PDF files: read', { contactId: 'ben' }, { userQuote: 'Can it read PDFs?' }),
  ).toMatchObject({ requestId: first.requestId, duplicate: true, votes: 2 });
  expect(await occurrences()).toEqual([
    { quote: 'Please: Read PDF files', contact: 'ann' },
    { quote: 'Can it read PDFs?', contact: 'ben' },
  ]);
});

describe('with an embedding model', () => {
  /** Embeddings of titles about the same topic are close; those of other titles are orthogonal. */
  const angles: Record<string, number> = {
    'Read PDF files': 0,
    'Understand scanned documents': 0.4,
    'Speak Greek': 1.5,
    'Answer callers in Hellenic': 1.2,
  };
  const memoryOf = (model = 'maker/meaning-1') => ({
    embedMeaning: async (_org: string, text: string) => {
      const angle = angles[text] ?? 3;
      const embedding = [Math.cos(angle), Math.sin(angle), ...Array<number>(766).fill(0)];
      return { text, embedding, model };
    },
  });
  const semantic = { memory: memoryOf() as unknown as ToolContext['memory'] };

  it('joins an open request of the same meaning in other words, and no other', async () => {
    const { ask, occurrences } = org();
    const first = await ask('Read PDF files', semantic);
    const greek = await ask('Speak Greek', semantic);
    expect(greek).toMatchObject({ duplicate: false });
    expect(await ask('Understand scanned documents', semantic)).toMatchObject({
      requestId: first.requestId,
      duplicate: true,
      votes: 2,
    });
    expect(await ask('Answer callers in Hellenic', semantic)).toMatchObject({ requestId: greek.requestId });
    expect(await occurrences()).toHaveLength(4);
  });

  it('creates a new request when the old one is done, and compares no vectors of different models', async () => {
    const { ask, move } = org();
    const first = await ask('Read PDF files', semantic);
    const other = { memory: memoryOf('maker/meaning-2') as unknown as ToolContext['memory'] };
    expect(await ask('Understand scanned documents', other)).toMatchObject({ duplicate: false });
    await move(first.requestId, 'done');
    expect(await ask('Speak Greek', semantic)).toMatchObject({ duplicate: false });
    expect(await ask('Read PDF files', semantic)).toMatchObject({ duplicate: false, votes: 1 });
  });

  it('finds one that was recorded by its words alone, which is known by its meaning from then on', async () => {
    const { ask } = org();
    const first = await ask('Read PDF files');
    expect(await ask('PDF files: read')).toMatchObject({ votes: 2 });
    expect(await ask('Read PDF files', semantic)).toMatchObject({ requestId: first.requestId, votes: 3 });
    expect(await ask('Understand scanned documents', semantic)).toMatchObject({
      requestId: first.requestId,
      votes: 4,
    });
  });

  it('merges concurrent requests of the same meaning in other words', async () => {
    const { ask } = org();
    const all = await Promise.all(
      ['Read PDF files', 'Understand scanned documents', 'Read PDF files'].map((title) =>
        ask(title, semantic),
      ),
    );
    expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(1);
  });
});

it('merges concurrent requests of the same words', async () => {
  const { ask } = org();
  const all = await Promise.all(Array.from({ length: 6 }, () => ask('Speak Greek')));
  expect(new Set(all.map(({ requestId }) => requestId)).size).toBe(1);
  expect(all.map(({ votes }) => votes).sort()).toEqual([1, 2, 3, 4, 5, 6]);
});

it('begins anew when the request is done, and joins it while it is planned', async () => {
  const { ask, move } = org();
  const first = await ask('Export to Excel');
  expect(await move(first.requestId, 'planned')).toBe('new');
  expect(await ask('Export to Excel')).toMatchObject({
    requestId: first.requestId,
    status: 'planned',
    votes: 2,
  });
  expect(await move(first.requestId, 'done')).toBe('planned');
  const again = await ask('Export to Excel');
  expect(again).toMatchObject({ status: 'new', duplicate: false, votes: 1 });
  await expect(move(first.requestId, 'new')).rejects.toThrow('feature_requests_open');
});

it('separates the requests of orgs', async () => {
  const [a, b] = [org(), org()];
  const { requestId } = await a.ask('Send text messages');
  expect(await b.ask('Send text messages')).toMatchObject({ duplicate: false, votes: 1 });
  expect(await b.move(requestId, 'done')).toBeUndefined();
});

it('takes five a day of one conversation, also at the same moment, and more the next day there', async () => {
  const { ask } = org();
  const conversationId = randomUUID();
  const results = await Promise.allSettled(
    Array.from({ length: 7 }, (_, at) => ask(`Wish number ${at} of many`, { conversationId })),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(2);
  expect(refused[0]?.reason).toMatchObject({ errorClass: 'LIMIT_EXCEEDED' });
  // In Nicosia, 21:59 UTC is the same day, and 22:00 UTC is the next.
  const at = (time: string) => ({ conversationId, clock: new FixedClock(new Date(`2026-11-20T${time}Z`)) });
  await expect(ask('One wish more', at('21:59:00'))).rejects.toMatchObject({ errorClass: 'LIMIT_EXCEEDED' });
  expect(await ask('One wish more', at('22:00:00'))).toMatchObject({ votes: 1 });
});

it('computes no embedding for a request above the limit', async () => {
  const { ask } = org();
  const embedded: string[] = [];
  const memory = {
    embedMeaning: async (_org: string, text: string) => void embedded.push(text),
  } as unknown as ToolContext['memory'];
  const one = { conversationId: randomUUID(), memory };
  for (let at = 0; at < 5; at += 1) await ask(`Wish number ${at} of five`, one);
  await expect(ask('One wish more', one)).rejects.toMatchObject({ errorClass: 'LIMIT_EXCEEDED' });
  expect(embedded).toHaveLength(5);
});
