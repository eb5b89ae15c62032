import type { AdminFixture } from '../../apps/admin/src/admin.fixture.ts';
import { addSpans, addTurn, type AddedTurn } from '../../apps/admin/src/console-rows.fixture.ts';
import { usualSpans } from '../../apps/admin/src/usual-spans.fixture.ts';

const QUESTIONS = [
  'Which of them have parking and a lift?',
  'Book a viewing for Tuesday at ten, please',
  'What would the yearly costs be for the flat in Limassol, taxes included?',
  'أريد منزلاً بحديقة في ليماسول بأقل من ٣٠٠ ألف يورو',
  'Do you have anything with a sea view under 250k?',
  'Thanks. And what about the school nearby?',
  'متى يمكنني زيارة الشقة؟',
  'Compare prop-0112 and prop-0231 for me',
];

/** Two orgs with turns in every state, one of which has a trace. */
export async function seedConsole({ database, orgA, orgB }: AdminFixture): Promise<AddedTurn> {
  const now = Date.now();
  const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000);
  const agents = ['searcher', 'negotiator', 'concierge'];
  const contacts = ['maria', 'omar', 'c-20417', 'elena.k', '+35799123456'];
  for (let index = 0; index < 230; index += 1) {
    await addTurn(database, {
      orgId: orgA.id,
      text: QUESTIONS[index % QUESTIONS.length],
      agent: agents[index % agents.length],
      contact: contacts[index % contacts.length],
      channel: index % 7 === 3 ? 'voice' : 'chat',
      createdAt: minutesAgo(30 + index * 17),
      costUsd: ((index * 37) % 100) / 20_000,
    });
  }
  await addTurn(database, {
    orgId: orgB.id,
    contact: 'boris',
    text: 'Baltic: a house in Riga with three rooms',
    createdAt: minutesAgo(6),
  });
  const states = ['queued', 'running', 'awaiting_approval', 'cancelled'] as const;
  for (const [index, state] of states.entries()) {
    await addTurn(database, {
      orgId: orgA.id,
      state,
      text: QUESTIONS[index],
      contact: contacts[index],
      createdAt: minutesAgo(index + 1),
    });
  }
  await addTurn(database, {
    orgId: orgA.id,
    state: 'failed',
    contact: 'omar',
    text: 'أبحث عن شقة بغرفتي نوم في بافوس قرب البحر',
    createdAt: minutesAgo(5),
    error: {
      class: 'MODEL_UNAVAILABLE',
      // Each model's reason for its failure.
      message: `No model answered: openai 503${', google timeout after 20 s'.repeat(40)}`,
    },
  });
  const first = await addTurn(database, {
    orgId: orgA.id,
    text: 'Hello, I am looking for a holiday home',
    reply: 'Welcome! Where would you like it to be, and what is your budget?',
    createdAt: minutesAgo(9),
  });
  const turn = await addTurn(database, {
    orgId: orgA.id,
    conversationId: first.conversationId,
    seq: 2,
    createdAt: minutesAgo(7),
    reply:
      'I found three apartments near the sea in Paphos:\n\n1. prop-0112, 2 bedrooms, 185,000 €\n2. prop-0231, 2 bedrooms, 192,500 €\n3. prop-0178, 2 bedrooms, 199,000 €\n\nShall I book a viewing?',
  });
  await addTurn(database, {
    orgId: orgA.id,
    conversationId: first.conversationId,
    seq: 3,
    text: 'هل يمكنك إرسال الصور بالعربية؟',
    reply:
      'بالطبع، هذه صور الشقق في بافوس (prop-0112)، بسعر 185,000 يورو:\n\n1. 1-bedroom apartment near the harbour (prop-0224): 153,000 يورو\n2. شقة بغرفتي نوم (prop-0231): 192,500 يورو',
    createdAt: minutesAgo(6.5),
  });
  await addSpans(database, orgA.id, turn, usualSpans());
  return turn;
}
