import type { RoutineTurn } from '#pack-kit';
import { callsOf, made, reply } from '../../../../test/harness/routine-turn.ts';
import { stepFor } from '../../testing/routine-turn.fixture.ts';

const OFFER = { text: 'what would happen if we offered 400k?', heldBack: 'send_offer' };
const PAPER = { text: 'should we send the contract?', heldBack: 'send_docusign' };

/** What is filled of the deed, of a contact's conversation. */
const step = ({ text, heldBack }: typeof OFFER, own: object = {}, more: Partial<RoutineTurn> = {}) =>
  stepFor(text, {
    byStaff: true,
    heldBack,
    filled: (tool) => (tool === heldBack ? { ...own } : { contactId: 'contact-016' }),
    ...more,
  });
const read = (dataset: string, ...rows: object[]) => made('query_org_data', { dataset }, { rows });
const askedOf = (...asked: Parameters<typeof step>) =>
  callsOf(step(...asked)).map(({ arguments: given }) => [given['dataset'], given['filters']]);
const eq = (field: string, value: string) => [{ field, op: 'eq', value }];

const deal = {
  id: 'deal-002',
  title: 'Omar Haddad: 3-bedroom villa in Tala',
  stage: 'negotiation',
  value: 429_500,
  agreedPrice: null,
};
const offer = {
  id: 'offer-1',
  dealId: 'deal-002',
  direction: 'buyer_to_seller',
  amount: 390_000,
  status: 'rejected',
};
const draft = {
  id: 'contract-001',
  dealId: 'deal-002',
  contractType: 'sale_agreement',
  version: 1,
  status: 'draft',
};

describe('a deed that is asked about and not asked for', () => {
  it('reads the deal that is spoken of, with its offers', () => {
    expect(askedOf(OFFER, { dealId: 'deal-002', amount: 400_000 })).toEqual([
      ['deals', eq('id', 'deal-002')],
      ['offers', eq('dealId', 'deal-002')],
    ]);
  });

  it('or those of the contact, and then what belongs to them', () => {
    expect(askedOf(PAPER)).toEqual([['deals', eq('contactId', 'contact-016')]]);
    expect(askedOf(PAPER, {}, { calls: [read('deals', deal)] })).toEqual([
      ['contracts', eq('dealId', 'deal-002')],
    ]);
  });

  it('by deal, so that the offers of one hide none of another', () => {
    const calls = [read('deals', deal, { ...deal, id: 'deal-009' })];
    expect(askedOf(OFFER, {}, { calls })).toEqual([
      ['offers', eq('dealId', 'deal-002')],
      ['offers', eq('dealId', 'deal-009')],
    ]);
  });

  it('says how many more there are of either', () => {
    const readOf = (dealId: string, total: number, ...rows: object[]) =>
      made('query_org_data', { dataset: 'offers', filters: eq('dealId', dealId) }, { rows, total });
    const deals = made(
      'query_org_data',
      { dataset: 'deals' },
      { rows: [deal, { ...deal, id: 'deal-009' }], total: 4 },
    );
    const open = { ...offer, dealId: 'deal-009', status: 'sent' };
    const calls = [deals, readOf('deal-002', 5, offer, offer, offer), readOf('deal-009', 1, open)];
    const said = reply(step(OFFER, {}, { calls })) ?? '';
    expect(said).toMatch(
      /rejected\n- 2 older ones\n.*deal-009[^]*by the buyer, sent\n2 more deals are on record/,
    );
    expect(said).not.toContain('No offer is on record');
    expect(reply(step({ ...OFFER, text: 'ماذا لو عرضنا 400 ألف؟' }, {}, { calls }))).toMatch(
      /أقدم منها: 2[^]*صفقات أخرى في السجل: 2/,
    );
  });

  it('says that there is none only where they were read', () => {
    const failed = { tool: 'query_org_data', arguments: { dataset: 'offers' }, result: { success: false } };
    const calls = [read('deals', deal), failed as ReturnType<typeof made>];
    expect(reply(step(OFFER, {}, { calls }))).toContain('The offers could not be read.');
  });

  it('or the draft that is named, and then its deal', () => {
    expect(askedOf(PAPER, { contractId: 'contract-001' })).toEqual([['contracts', eq('id', 'contract-001')]]);
    expect(askedOf(PAPER, { contractId: 'contract-001' }, { calls: [read('contracts', draft)] })).toEqual([
      ['deals', eq('id', 'deal-002')],
    ]);
  });

  it('tells how the deal stands, that nothing was sent, and how it is asked for', () => {
    const calls = [read('deals', deal), read('offers', offer)];
    const said = reply(step(OFFER, { dealId: 'deal-002', amount: 400_000 }, { calls })) ?? '';
    expect(said).toContain('(deal-002): stage negotiation, list price €429,500.');
    expect(said).toContain('- offer of €390,000 by the buyer, rejected');
    expect(said).toContain('€400,000 is 6.9% below the list price.');
    expect(said).toMatch(/Nothing was done or sent\. .*“Offer 400,000 on deal-002”/);
  });

  it('the same of a contract, and in Arabic', () => {
    const calls = [read('deals', deal), read('contracts', draft)];
    const said = reply(step(PAPER, {}, { calls })) ?? '';
    expect(said).toMatch(
      /contract-001: sale agreement, version 1, draft[^]*“Send contract-001 for signature”/,
    );
    const arabic = reply(step({ ...PAPER, text: 'هل نرسل العقد؟' }, {}, { calls })) ?? '';
    expect(arabic).toMatch(/السعر المعلن 429,500 يورو[^]*ولم أرسل شيئا[^]*أرسل contract-001 للتوقيع/);
  });

  it('asks which deal, where there is none', () => {
    expect(reply(step(PAPER, {}, { calls: [read('deals')] }))).toMatch(
      /no deal that this is about[^]*Nothing was done/,
    );
    expect(reply(step(PAPER, {}, { calls: [read('deals')] }))).not.toMatch(/deal-\d|say for example/);
    const arabic = reply(step({ ...PAPER, text: 'هل نرسل العقد؟' }, {}, { calls: [read('deals')] })) ?? '';
    expect(arabic).toContain('لم أجد الصفقة');
    expect(arabic).not.toMatch(/deal-\d|فقل مثلا/);
  });

  it('is for staff alone', () => expect(callsOf(step(OFFER, {}, { byStaff: false }))).toEqual([]));
});
