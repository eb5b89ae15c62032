import type { PolicySituation } from '#pack-kit';
import { packs } from '../index.ts';

const situation = (change: Partial<PolicySituation>): PolicySituation => ({
  agent: 'x',
  caller: 'contact',
  text: 'x',
  language: 'en',
  recent: [],
  known: {},
  calls: [],
  shown: () => '',
  ...change,
});
const policies = new Map(
  packs.flatMap(({ name: pack, policies: all = [] }) =>
    all.filter(({ name }) => name === 'unsupportedClaims').map((policy) => [pack, policy] as const),
  ),
);
const policyOf = (pack: string) => policies.get(pack)!;
/** The packs that state what their agents may not claim. A new pack has no such policy. */
const checked = packs.filter(({ name }) => policies.has(name));
const did = (tool: string, data: unknown = {}, success = true) => ({ calls: [{ tool, success, data }] });

it.each(checked.flatMap(({ name, agents }) => agents.map((agent) => [name, agent] as const)))(
  'replies of %s are checked for claims ($name)',
  (pack, agent) => expect(policyOf(pack).agents.includes(agent.name)).toBe(!agent.background),
);

it.each([
  ['consult', 'I have booked your call for Tuesday.', {}],
  ['consult', 'Your workshop is scheduled.', did('get_booking_link')],
  ['consult', 'I just sent the memo to your CFO.', did('generate_executive_memo')],
  ['consult', 'تم حجز مكالمتك يوم الثلاثاء.', {}],
  ['consult', 'أرسلت لك الملخص.', did('draft_follow_up_email')],
  ['consult', 'I have passed it on to the team.', did('request_feature', {}, false)],
  ['geo', 'I have emailed you the report.', did('get_total_sales_value')],
  ['geo', 'I saved the figures for you.', {}],
  ['geo', 'تم إرسال التقرير.', {}],
  ['geo', 'Your request has been submitted.', {}],
  ['ohm', 'I have updated the BOM.', {}],
  ['ohm', 'Done: the wiring has been saved.', did('write_file', {}, false)],
  ['ohm', 'I have opened the parts panel.', did('write_file')],
  ['ohm', 'I tested the sketch, it runs.', did('write_file')],
  ['ohm', 'I have not tested it, but I updated the code.', {}],
  ['ohm', 'تم تحديث قائمة القطع.', did('read_file')],
  ['estio', 'I have forwarded it to the owner.', did('send_offer', { status: 'in_outbox' })],
  ['estio', 'The alert was sent.', did('send_listing_alert', { status: null })],
] as const)('%s: "%s" is found', (pack, reply, change) =>
  expect(policyOf(pack).problem(reply, situation(change))).toContain('no result of a tool says so'),
);

it.each([
  ['consult', 'Here is the link; you book the time yourself.', did('get_booking_link')],
  ['consult', 'Your call is booked for Tuesday.', { known: { bookedAt: '2026-03-03' } }],
  ['consult', 'Nothing has been sent yet. Shall I draft it?', {}],
  ['consult', 'As you said, it is booked.', { text: 'I have booked the call.' }],
  ['consult', 'I have passed it on to the team.', did('request_feature')],
  ['geo', 'Units are sold and exported figures are in AED.', {}],
  ['geo', 'I can look figures up, not send them.', {}],
  ['ohm', 'The readings are stored in EEPROM and sent every minute.', {}],
  ['ohm', 'I have updated the BOM.', did('write_file')],
  ['ohm', 'The code has been saved.', did('add_code_file')],
  ['ohm', 'I have opened the panel.', did('open_bom_drawer')],
  ['ohm', 'The library was tested by its authors. Shall I save it?', {}],
  ['ohm', 'Costs are passed on to nobody.', {}],
  ['estio', 'Your request has been submitted.', did('request_feature', { status: 'new' })],
] as const)('%s: "%s" passes', (pack, reply, change) =>
  expect(policyOf(pack).problem(reply, situation(change))).toBeUndefined(),
);

it.each(checked.flatMap(({ name }) => (['en', 'ar'] as const).map((language) => [name, language] as const)))(
  'the safe reply of %s claims nothing (%s)',
  (pack, language) => {
    const policy = policyOf(pack);
    const nothingDone = situation({ language });
    expect(policy.problem(policy.safeReply(nothingDone, ''), nothingDone)).toBeUndefined();
  },
);
