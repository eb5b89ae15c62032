import { describeWith } from '../../../test/harness/services.ts';
import { createDemoOrg, type DemoOrgTest } from '../testing/estio.fixture.ts';
import { estio } from '../index.ts';
import { scenarios } from '../scenarios/index.ts';

const WITHOUT: [
  tool: string,
  args: Record<string, unknown>,
  settings: Record<string, string>,
  names: string[],
][] = [
  [
    'send_docusign',
    { contractId: 'contract-001' },
    {},
    ['ESIGN_PROVIDER', 'ESIGN_BASE_URL', 'ESIGN_ACCOUNT_ID', 'ESIGN_ACCESS_TOKEN'],
  ],
  ['check_calendar', {}, { CALENDAR_PROVIDER: 'http' }, ['CALENDAR_API_URL']],
  [
    'schedule_viewing',
    { propertyId: 'prop-0043', contactId: 'contact-015', startsAt: '2026-03-03T13:00' },
    { CALENDAR_PROVIDER: 'http' },
    ['CALENDAR_API_URL'],
  ],
  [
    'schedule_viewing',
    { propertyId: 'prop-0043', contactId: 'contact-015', startsAt: '2026-03-03T13:00', notify: true },
    { MAIL_TRANSPORT: 'disabled' },
    ['MAIL_TRANSPORT'],
  ],
  [
    'schedule_viewing',
    { propertyId: 'prop-0043', contactId: 'contact-015', startsAt: '2026-03-03T13:00', notify: true },
    { MAIL_TRANSPORT: 'smtp' },
    ['SMTP_URL', 'MAIL_FROM'],
  ],
  ['send_offer', { dealId: 'deal-002', amount: 415_000 }, { MAIL_TRANSPORT: 'disabled' }, ['MAIL_TRANSPORT']],
  [
    'send_offer',
    { dealId: 'deal-002', amount: 415_000 },
    { MAIL_TRANSPORT: 'smtp' },
    ['SMTP_URL', 'MAIL_FROM'],
  ],
  [
    'send_offer',
    { dealId: 'deal-002', amount: 415_000 },
    { MAIL_TRANSPORT: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1' },
    ['MAIL_FROM'],
  ],
  ['send_listing_alert', { contactId: 'contact-015' }, { MAIL_TRANSPORT: 'disabled' }, ['MAIL_TRANSPORT']],
  ['send_listing_alert', { contactId: 'contact-015' }, { MAIL_TRANSPORT: 'smtp' }, ['SMTP_URL', 'MAIL_FROM']],
  ['generate_contract', { dealId: 'deal-001' }, { ESTIO_AGENCY_NAME: '' }, ['ESTIO_AGENCY_NAME']],
];

/** All tables that tools of the pack write. */
const WRITTEN = [
  'estio_viewings',
  'estio_calendar_events',
  'estio_offers',
  'estio_contracts',
  'estio_signature_requests',
  'estio_listing_alerts',
  'estio_activities',
  'outbox_messages',
];

describeWith('postgres', 'a tool of estio without a required setting', () => {
  let demo: DemoOrgTest;
  beforeAll(async () => void (demo = await createDemoOrg()));
  afterAll(() => demo?.close());

  const counts = () =>
    demo.database.forOrg(demo.orgId, (tx) =>
      Promise.all(
        WRITTEN.map((table) =>
          tx.queryUnscoped(`SELECT count(*)::int AS n FROM ${table} WHERE org_id = $1`, [demo.orgId]),
        ),
      ),
    );
  const toolOf = (name: string) => estio.tools.find((tool) => tool.name === name)!;

  it.each(WITHOUT)('%s %j with %j names %j, and does nothing', async (name, args, settings, missing) => {
    const before = await counts();
    const kept = new Map(demo.settings);
    for (const [setting, value] of Object.entries(settings)) demo.settings.set(setting, value);
    const failed = (await demo.run(toolOf(name), args).catch((error: unknown) => error)) as Error & {
      errorClass?: string;
      toolErrorClass?: string;
    };
    demo.settings.clear();
    for (const [setting, value] of kept) demo.settings.set(setting, value);
    expect(failed.errorClass ?? failed.toolErrorClass).toBe('NOT_CONFIGURED');
    for (const setting of missing) expect(failed.message).toContain(setting);
    expect(await counts()).toEqual(before);
  });

  it('is covered by these tests if it calls an outside service', () => {
    const outside = estio.tools.filter(({ outbound }) => outbound).map(({ name }) => name);
    expect(outside.filter((name) => !WITHOUT.some(([tool]) => tool === name))).toEqual([]);
  });
});

describe('each tool of estio', () => {
  const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text);

  it.each(estio.tools.map((tool) => [tool.name, tool] as const))(
    '%s has examples in English and Arabic',
    (_name, { examples }) => {
      expect(examples.filter((example) => !isArabic(example)).length).toBeGreaterThanOrEqual(2);
      expect(examples.filter(isArabic).length).toBeGreaterThanOrEqual(2);
    },
  );

  it('is called in a scenario, with success', () => {
    const called = new Set(
      scenarios.scenarios
        .flatMap(({ steps }) => steps.flatMap(({ expect: { calls = [] } }) => calls))
        .filter(({ optional, errorClass }) => !optional && errorClass === undefined)
        .map(({ tool }) => tool),
    );
    const universal = [
      'store_insight',
      'retrieve_context',
      'tool_search',
      'query_org_data',
      'request_feature',
    ];
    const names = [...estio.tools.map(({ name }) => name), ...universal];
    expect(names.filter((name) => !called.has(name))).toEqual([]);
  });
});
