import type { ToolError } from '#pack-kit';
import { describeWith } from '../../../test/harness/services.ts';
import { agencyOrg } from '../testing/estio.fixture.ts';
import { estio } from '../index.ts';

const CONTRACT = { contractId: 'contract-001' };
const VIEWING = { propertyId: 'prop-0043', contactId: 'contact-015', startsAt: '2026-03-03T13:00' };
const MAILED_VIEWING = { ...VIEWING, notify: true };
const OFFER = { dealId: 'deal-002', amount: 415_000 };
const ALERT = { contactId: 'contact-015' };
const ESIGN = { ESIGN_BASE_URL: 'http://127.0.0.1:1', ESIGN_ACCESS_TOKEN: 't' };
const SMTP = { MAIL_TRANSPORT: 'smtp' };
const NO_MAIL = { MAIL_TRANSPORT: 'disabled' };

const WITHOUT: [tool: string, args: object, settings: Record<string, string>, names: string[]][] = [
  [
    'send_docusign',
    CONTRACT,
    {},
    ['ESIGN_PROVIDER', 'ESIGN_BASE_URL', 'ESIGN_ACCOUNT_ID', 'ESIGN_ACCESS_TOKEN'],
  ],
  ['send_docusign', CONTRACT, { ...ESIGN, ESIGN_PROVIDER: 'docusign' }, ['ESIGN_ACCOUNT_ID']],
  ['send_docusign', CONTRACT, { ...ESIGN, ESIGN_PROVIDER: 'fax', ESIGN_ACCOUNT_ID: 'a' }, ['ESIGN_PROVIDER']],
  ['check_calendar', {}, { CALENDAR_PROVIDER: 'http' }, ['CALENDAR_API_URL']],
  ['check_calendar', {}, { CALENDAR_PROVIDER: 'abacus' }, ['CALENDAR_PROVIDER']],
  ['schedule_viewing', VIEWING, { CALENDAR_PROVIDER: 'http' }, ['CALENDAR_API_URL']],
  ['schedule_viewing', MAILED_VIEWING, NO_MAIL, ['MAIL_TRANSPORT']],
  ['schedule_viewing', MAILED_VIEWING, SMTP, ['SMTP_URL', 'MAIL_FROM']],
  ['send_offer', OFFER, NO_MAIL, ['MAIL_TRANSPORT']],
  ['send_offer', OFFER, SMTP, ['SMTP_URL', 'MAIL_FROM']],
  ['send_offer', OFFER, { ...SMTP, SMTP_URL: 'smtp://127.0.0.1:1' }, ['MAIL_FROM']],
  ['send_listing_alert', ALERT, NO_MAIL, ['MAIL_TRANSPORT']],
  ['send_listing_alert', ALERT, SMTP, ['SMTP_URL', 'MAIL_FROM']],
  ['generate_contract', { dealId: 'deal-001' }, { ESTIO_AGENCY_NAME: '' }, ['ESTIO_AGENCY_NAME']],
];

/** All tables that tools of the pack write. */
const WRITTEN = [
  ...'viewings calendar_events offers contracts signature_requests listing_alerts activities'
    .split(' ')
    .map((name) => `estio_${name}`),
  'outbox_messages',
];

describeWith('postgres', 'a tool of estio without a required setting', () => {
  const demo = agencyOrg({ per: 'test' });
  const counts = () =>
    Promise.all(
      WRITTEN.map((table) =>
        demo.inOrg((tx) => tx.query(`SELECT count(*)::int AS n FROM ${table} WHERE org_id = $1`)),
      ),
    );

  it.each(WITHOUT)('%s %j with %j names %j, and does nothing', async (name, args, settings, missing) => {
    const before = await counts();
    for (const [setting, value] of Object.entries(settings)) demo.settings.set(setting, value);
    const tool = estio.tools.find((one) => one.name === name)!;
    const failed = (await demo.run(tool, { ...args }).catch((error: unknown) => error)) as ToolError & {
      toolErrorClass?: string;
    };
    expect(failed.errorClass ?? failed.toolErrorClass).toBe('NOT_CONFIGURED');
    expect(failed.help).toMatchObject({ missingSettings: missing });
    for (const setting of missing) expect(failed.message).toContain(setting);
    expect(await counts()).toEqual(before);
  });

  it('is covered by these tests if it calls an outside service', () => {
    const outside = estio.tools.filter(({ outbound }) => outbound).map(({ name }) => name);
    expect(outside.filter((name) => !WITHOUT.some(([tool]) => tool === name))).toEqual([]);
  });
});
