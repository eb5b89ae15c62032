import { sampleLabel } from './sample-label.ts';

const call = { callId: '1', tool: 'look', arguments: {}, success: true, durationMs: 1 };
const marked = { ...call, modelText: '{"success":true,"data":{"items":[1]}}', sample: true as const };
const label = (reply: string, calls = [marked], language = 'en') => sampleLabel({ reply, calls, language });

it.each([
  'There is a villa with a sea view in Coral Bay.',
  'Yes, it has a pool.',
  'The villa in Coral Bay has a pool. Shall I arrange a viewing?',
  'I found no flat, but there is a villa in Coral Bay.',
  'No villas there; the nearest one is in Coral Bay.',
  'فيها مسبح وإطلالة على البحر.',
  '- Villa Aphrodite\n- Villa Minerva',
  'Would you like to see Villa Aphrodite in Coral Bay for €450,000?',
  'Villa Aphrodite costs €450,000, shall I arrange a viewing?',
  'هل تريد زيارة فيلا أفروديت بسعر ٤٥٠٬٠٠٠ يورو؟',
  'Let me share what I found: Villa Aphrodite costs 450,000 euros.',
  'Let me share what I found in Coral Bay.',
  'Please tell me whether Villa Aphrodite at 450,000 fits.',
  'It has 3 bedrooms, shall I arrange a viewing?',
  'Is €900 a month too much?',
  'Would 90 m² be enough?',
  'Do you know that they went up 5 %?',
  'Is 2.5 million all right?',
  'Would 950 euros at 10:30 do?',
  'هل ٩٠ ألف كثير؟',
  'Did you know that 12 of your 40 leads booked a call?',
  'Are 12 of the 40 leads too few?',
  'Should we call Nora Vale, whose score is 85?',
  'Shall I write to Nora Vale (85), or to Ann?',
  'Is a flat of 45 square metres big enough?',
  'Would you like 45 metres or 60?',
  'Would € 95 a night suit you?',
  'Would you like 95 a night?',
  'Did you know that the villa has 3 bedrooms?',
  'Did you know that she wrote 3 days ago?',
  'هل تعلم أن 12 من عملائك حجزوا؟',
  'هل نتصل بنورا ودرجتها 85؟',
  'I could not find one under 200k so the cheapest is Villa Aphrodite at 450,000.',
  'I see nothing wrong with it, it has 3 bedrooms and costs 450,000.',
  'I found nothing cheaper than 200k and the next one costs 450,000.',
  'Villa Aphrodite costs 450,000 and has no pool.',
  'لم أجد أرخص منها، سعرها ٤٥٠٬٠٠٠ يورو.',
])('%s rests on them', (reply) => expect(label(reply)).toBe('This is sample data.'));

it.each(
  (
    'Which district do you mean? | Sure! Which of them? | I found nothing that fits. | ' +
    'I could not find a villa in Paphos. Would you like me to look elsewhere? | ' +
    'There are no villas under 200k in Coral Bay. | Nothing fits. Please tell me your budget. | ' +
    'I could not find an answer to that. | Let me know your budget. | ' +
    'Unfortunately, there are no villas in Paphos. | No, nothing there fits. | ' +
    'There are no villas under 200,000 in Coral Bay. | Do you need 2 or 3 bedrooms? | ' +
    'How many bedrooms: 1, 2 or 3? | Which of the 5 would you like to see? | ' +
    'Would you come at 10:30 or at 2 pm? | ' +
    'Shall I look for one within 30 minutes of your office? | Could it be on 3 March? | ' +
    'Please tell me whether you want 2 or 3 bedrooms. | Is 2026-12-01 too early for you? | ' +
    'Would you like 3 bedrooms? | Shall I look for 2 to 3 bedrooms instead? | ' +
    'Is it for 4 people? | هل تريد 3 غرف؟ | هل تريد غرفتين أو 3؟ | هل تفضل الساعة ١٠:٣٠؟ | ' +
    'أي حي تقصد؟ | لم أجد شيئا مناسبا. هل أبحث في مكان آخر؟ | لا توجد فلل في بافوس بهذا السعر. | ' +
    'لم أجد جوابا على ذلك.'
  ).split(' | '),
)('%s tells nothing from them', (reply) => expect(label(reply)).toBeUndefined());

it.each([
  'These sample listings have a pool.',
  'It is demo data: a villa in Coral Bay.',
  'هذه بيانات تجريبية: فيلا في بافوس.',
])('%s says so itself', (reply) => expect(label(reply)).toBeUndefined());

it('uses the language of the turn', () =>
  expect(label('فيها مسبح.', [marked], 'ar')).toBe('هذه بيانات تجريبية.'));

it('needs a successful call that used sample rows', () => {
  const reply = 'It has a pool.';
  expect(sampleLabel({ reply, calls: [{ ...marked, success: false }], language: 'en' })).toBeUndefined();
  expect(sampleLabel({ reply, calls: [{ ...call, modelText: '{}' }], language: 'en' })).toBeUndefined();
});
