import type { PolicySituation } from '#pack-kit';
import { unsupportedClaims } from './unsupported-claims.ts';
import { inventedFacts } from './invented-facts.ts';
import { lawyerReview } from './lawyer-review.ts';
import { partyLimits } from './party-limits.ts';
import { policies } from './index.ts';
import { sampleLabel } from './sample-label.ts';

const situation = (change: Partial<PolicySituation> = {}): PolicySituation => ({
  agent: 'searcher',
  caller: 'staff',
  text: 'x',
  language: 'en',
  recent: [],
  known: {},
  calls: [],
  shown: () => JSON.stringify([change.text, change.recent, change.calls]),
  ...change,
});
const call = (tool: string, data: unknown, success = true) => ({ tool, success, data });
const found = call('search_properties', {
  items: [{ id: 'prop-0001', reference: 'CY-PA-0001', price: 130_500 }],
  sample: true,
});
const contract = {
  contractId: 'contract-0a1b2c3d',
  price: 175_000,
  url: '/v1/files/11111111-2222-4333-8444-555555555555/content',
};

describe('invented facts', () => {
  const problem = (reply: string, change: Partial<PolicySituation> = {}) =>
    inventedFacts.problem(reply, situation({ calls: [found], ...change }));

  it.each([
    'The flat prop-0001 costs €130,500.',
    'CY-PA-0001 is yours for about 130.5k euro, €69,500 under your ceiling.',
    'العقار prop-0001 بسعر 130,500 يورو',
    'prop-0001 costs €130 500.',
    'prop-0001 costs 130.500 €.',
    'prop-0001 costs €130,500 120 m² are its area.',
    'prop-0001 130 500 €',
    'A loan of €140,000 costs €738.97 a month.',
    'I found nothing.',
  ])('lets pass: %s', (reply) => expect(problem(reply)).toBeUndefined());

  it.each([
    ['a listing', 'I also have prop-0999 for you.', /prop-0999/],
    ['a reference', 'How about CY-LA-0777?', /cy-la-0777/],
    ['a price', 'prop-0001 costs €99,000.', /99000/],
    ['a price in Arabic', 'العقار prop-0001 بسعر 99 ألف يورو', /99000/],
    ['a price with a point', 'prop-0001 costs 99.000 €', /99000/],
    ['a price before another number', 'prop-0001 costs €99,000 120 m²', /99000/],
    ['a price in Arabic digits', 'العقار prop-0001 بسعر ٩٩٬٠٠٠ يورو', /99000/],
    ['a document', 'The report: /v1/files/99999999-2222-4333-8444-555555555555/content', /v1\/files/],
  ])('finds %s that no tool told of', (_what, reply, said) => expect(problem(reply)).toMatch(said));

  it('accepts facts from the conversation', () => {
    expect(problem('prop-0043 it is.', { text: 'Book prop-0043' })).toBeUndefined();
    for (const text of ['150.000?', '150 000?', "150'000", '١٥٠ الف'])
      expect([text, problem('prop-0001 is at €150,000.', { text })]).toEqual([text, undefined]);
    const recent = [{ role: 'assistant', text: '1. Villa (prop-0017): €1,147,000' }] as const;
    expect(problem('prop-0017 is at €1,147,000.', { recent, calls: [] })).toBeUndefined();
  });
});

describe('unsupported claims', () => {
  const problem = (reply: string, calls: PolicySituation['calls'] = [], change = {}) =>
    unsupportedClaims.problem(reply, situation({ calls, ...change }));
  const booked = call('schedule_viewing', { status: 'scheduled', notification: 'none' });
  const sent = call('send_offer', { status: 'sent' });
  const queued = call('send_offer', { status: 'in_outbox' });

  it.each<[string, PolicySituation['calls']]>([
    ['The viewing is booked for Tuesday.', [booked]],
    ['I have sent the offer.', [sent]],
    ['The offer is in the outbox, not delivered.', [queued]],
    ['Shall I send it? Once it is signed, we complete.', []],
    ['I can book Tuesday at 13:00 for you.', []],
    ['Nothing has been sent yet.', []],
    ['تم حجز المعاينة يوم الثلاثاء.', [booked]],
    ['لم يتم إرسال شيء.', []],
    ['The contract was signed on Monday.', [call('query_org_data', { rows: [{ status: 'signed' }] })]],
    // One clause denies or supposes; none claims.
    ['I have not booked it and sent nothing.', []],
    ['Nothing has been booked, sent or signed.', []],
    ['Once the title is checked and the contract has been signed, we complete.', []],
    ['When the offer has been sent, signed and delivered, you are done.', []],
    ['It may have been sent, but I cannot see that.', []],
    ['Has it been booked, or shall I ask?', []],
    ['I am not sure the viewing is booked, and the offer has not been sent.', []],
    ['I will tell you as soon as it has been booked.', []],
    ['I have booked the viewing, but the offer has not been sent.', [booked]],
    ['لم يتم حجز المعاينة ولا إرسال العرض.', []],
    ['لم يتم حجز المعاينة وإرسال العرض بعد.', []],
    ['سيتم إرسال العرض غدا، وسيتم حجز الموعد.', []],
    ['عندما يتم توقيع العقد سأخبرك، هل تم إرسال العرض؟', []],
    ['تم حجز المعاينة، لكن لم يتم إرسال العرض.', [booked]],
  ])('lets pass: %s', (reply, calls) => expect(problem(reply, calls)).toBeUndefined());

  it.each<[string, PolicySituation['calls'], RegExp]>([
    ['I have booked your viewing for Tuesday.', [], /booked/],
    ['Your viewing was scheduled!', [call('schedule_viewing', {}, false)], /booked/],
    ['I have sent the offer to the owner.', [queued], /sent/],
    ['The contract has been emailed to both.', [], /sent/],
    ['Great news: it has been signed.', [], /signed/],
    ['تم إرسال العرض إلى المالك.', [queued], /sent/],
    ['تم حجز المعاينة.', [], /booked/],
    // What one clause denies, another may claim.
    ['I have not booked it yet, but I sent the photos.', [], /sent/],
    ['I have not booked it yet but sent the photos to her.', [], /sent/],
    ['The viewing is booked and the contract is not signed.', [], /booked/],
    ['No problem, I have booked it.', [], /booked/],
    ['I will not wait: the offer has been sent.', [], /sent/],
    ['I have booked the viewing and sent the offer.', [booked], /sent/],
    ['I checked the calendar and booked Tuesday.', [], /booked/],
    ['The viewing is booked and the offer sent.', [booked], /sent/],
    ['I can confirm that your viewing is booked.', [], /booked/],
    ['I have booked it before noon.', [], /booked/],
    ['After your call I have sent the offer.', [], /sent/],
    ['I have booked Tuesday for you, is that fine?', [], /booked/],
    ['If you like it, tell me; the contract was signed.', [], /signed/],
    ['لم يتم حجز المعاينة بعد، لكن تم إرسال الصور.', [], /sent/],
    ['لم يتم حجز المعاينة وتم إرسال العرض.', [], /sent/],
    ['تم حجز المعاينة وإرسال العرض.', [booked], /sent/],
    ['لا تقلق، تم توقيع العقد.', [], /signed/],
    ['حجزت لك يوم الثلاثاء، هل يناسبك؟', [], /booked/],
  ])('finds in %s a claim without ground', (reply, calls, said) =>
    expect(problem(reply, calls)).toMatch(said),
  );

  it('lets a reply repeat an earlier statement', () => {
    const recent = [{ role: 'assistant', text: 'The viewing of prop-0043 is booked: Tuesday.' }] as const;
    expect(problem('As I said, it is booked.', [], { recent })).toBeUndefined();
  });
});

describe('the review by a lawyer', () => {
  const calls = [call('generate_contract', contract)];

  it('is recommended with each draft', () => {
    const applied = situation({ agent: 'closer', calls });
    expect(lawyerReview.standing(situation({ agent: 'closer' }))).toBe('not_triggered');
    expect(lawyerReview.standing(applied)).toBe('applied');
    expect(lawyerReview.problem('The draft is ready, please sign.', applied)).toMatch(/lawyer/);
    expect(lawyerReview.problem('Your lawyer has to review it first.', applied)).toBeUndefined();
    expect(lawyerReview.problem('يجب أن يراجعها محام.', applied)).toBeUndefined();
  });
});

describe('the limits of the parties', () => {
  const problem = (reply: string, text = 'What would they take?') =>
    partyLimits.problem(reply, situation({ agent: 'negotiator', caller: 'contact', text }));

  it('are hidden from the parties, and not from staff', () => {
    expect(partyLimits.standing(situation({ caller: 'staff' }))).toBe('not_triggered');
    expect(partyLimits.standing(situation({ caller: 'contact' }))).toBe('applied');
  });

  it.each([
    'The seller would accept €400,000.',
    'Their lowest price is €410,000, between us.',
    'The owner is ready to go down to 405k euro.',
    'سيقبل المالك، فالمالك يقبل 400 ألف يورو.',
  ])('are found in: %s', (reply) => expect(problem(reply)).toMatch(/other side/));

  it.each([
    'The list price is €429,500; I would offer €415,000, as the market is slow.',
    'The seller would look at any fair offer.',
    'I cannot tell you what the seller would accept.',
  ])('are not told by: %s', (reply) => expect(problem(reply)).toBeUndefined());
});

describe('sample data', () => {
  it('is labelled where listings are named', () => {
    const applied = situation({ calls: [found] });
    expect(sampleLabel.standing(situation())).toBe('not_triggered');
    expect(sampleLabel.standing(applied)).toBe('applied');
    expect(sampleLabel.problem('prop-0001 fits best.', applied)).toMatch(/sample/);
    expect(sampleLabel.problem('prop-0001 fits best (sample data).', applied)).toBeUndefined();
    expect(sampleLabel.problem('العقار prop-0001 (بيانات تجريبية)', applied)).toBeUndefined();
    expect(sampleLabel.problem('Which area would you like?', applied)).toBeUndefined();
  });
});

it.each(
  policies.flatMap((policy) =>
    (['en', 'ar'] as const).map((language) => [policy.name, language, policy] as const),
  ),
)('the safe reply of %s (%s) obeys all rules', (_name, language, policy) => {
  const calls = [found, call('generate_contract', contract), call('send_offer', { status: 'in_outbox' })];
  const applied = situation({ agent: 'closer', caller: 'contact', language, calls });
  const safe = policy.safeReply(applied, '');
  for (const rule of policies)
    if (rule === policy || (rule !== lawyerReview && rule !== sampleLabel))
      expect([rule.name, rule.problem(safe, applied)]).toEqual([rule.name, undefined]);
});
