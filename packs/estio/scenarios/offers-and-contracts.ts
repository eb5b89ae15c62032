import { scenario, type Scenario, type ServiceUrls } from '#pack-kit';

const staff = 'agent-01';
const outbox = (recipient: string) =>
  `SELECT recipients FROM outbox_messages WHERE '${recipient}' = ANY(recipients)`;

/** The token of the local e-signature service. */
export const ESIGN_TOKEN = 'a-test-token';

export const offersAndContracts: Scenario[] = [
  scenario('E5', 'finds the loan calculator by tool_search and calls the result an estimate', {
    say: 'What would the monthly instalment be on 200,000 with 30% down over 25 years at 4%?',
    contact: 'contact-019',
    staff,
    expect: {
      calls: [
        { tool: 'tool_search' },
        {
          tool: 'calculate_mortgage',
          arguments: { price: 200_000, downPaymentPct: 30, annualRatePct: 4, termYears: 25 },
          data: {
            monthlyPayment: 738.97,
            loanAmount: 140_000,
            totalPaid: 221_691.47,
            totalInterest: 81_691.47,
          },
        },
      ],
      says: ['738.97', '140,000', '81,691.47', /estimate/i],
    },
  }),
  scenario('E8', 'puts an offer to the owner, which stays in the outbox', {
    say: 'Offer 415,000 on deal-002',
    contact: 'contact-016',
    staff,
    expect: {
      agent: 'estio/negotiator',
      calls: [
        { tool: 'tool_search' },
        {
          tool: 'send_offer',
          arguments: { dealId: 'deal-002', amount: 415_000 },
          data: { status: 'in_outbox', differencePct: -3.4 },
        },
      ],
      rows: [
        {
          sql: `SELECT status, amount FROM estio_offers WHERE deal_id = 'deal-002' AND NOT sample`,
          are: [{ status: 'in_outbox', amount: 415_000 }],
        },
        {
          sql: `SELECT count(*)::int AS n FROM outbox_messages WHERE text LIKE '%415,000%'`,
          are: [{ n: 1 }],
        },
      ],
      says: [/outbox/i, /not (?:yet |been )?delivered/i],
    },
  }),
  scenario(
    'E9',
    'drafts a contract, and says what another one lacks',
    {
      say: 'Prepare the sale agreement for deal-001',
      contact: 'contact-015',
      staff,
      expect: {
        agent: 'estio/closer',
        calls: [
          { tool: 'tool_search' },
          {
            tool: 'generate_contract',
            arguments: { dealId: 'deal-001', contractType: 'sale_agreement' },
            data: { version: 1, price: 175_000, deposit: 17_500, balance: 157_500, status: 'draft' },
          },
        ],
        rows: [{ sql: `SELECT stage FROM estio_deals WHERE id = 'deal-001'`, are: [{ stage: 'contract' }] }],
        says: ['175,000', '17,500', '157,500', /lawyer/i],
      },
    },
    {
      say: 'Now the same for deal-003',
      expect: {
        calls: [
          {
            tool: 'generate_contract',
            arguments: { dealId: 'deal-003' },
            errorClass: 'PRECONDITION_FAILED',
            data: { missing: (missing: string[]) => missing.includes('buyer.identityNumber') },
          },
        ],
        rows: [
          {
            sql: `SELECT count(*)::int AS n FROM estio_contracts WHERE deal_id = 'deal-003'`,
            are: [{ n: 0 }],
          },
        ],
        says: [/identity/i],
      },
    },
  ),
  scenario(
    'E10',
    'says which settings the signature lacks, and sends the contract when they are there',
    {
      say: 'Send contract-001 for signature',
      contact: 'contact-018',
      staff,
      expect: {
        agent: 'estio/closer',
        calls: [
          { tool: 'tool_search' },
          {
            tool: 'send_docusign',
            arguments: { contractId: 'contract-001' },
            errorClass: 'NOT_CONFIGURED',
          },
        ],
        rows: [
          {
            sql: `SELECT status FROM estio_contracts WHERE id = 'contract-001'`,
            are: [{ status: 'draft' }],
          },
        ],
        says: ['ESIGN_BASE_URL'],
      },
    },
    {
      say: 'Send contract-001 for signature',
      begins: true,
      settings: (services: ServiceUrls) => ({
        ESIGN_PROVIDER: 'docusign',
        ESIGN_BASE_URL: services['docusign'] ?? '',
        ESIGN_ACCOUNT_ID: 'account-1',
        ESIGN_ACCESS_TOKEN: ESIGN_TOKEN,
      }),
      expect: {
        calls: [
          { tool: 'tool_search' },
          {
            tool: 'send_docusign',
            arguments: { contractId: 'contract-001' },
            data: { status: 'sent', providerEnvelopeId: /^0000/ },
          },
        ],
        rows: [
          {
            sql: `SELECT status FROM estio_contracts WHERE id = 'contract-001'`,
            are: [{ status: 'sent' }],
          },
          {
            sql: `SELECT status, provider_envelope_id AS envelope FROM estio_signature_requests WHERE contract_id = 'contract-001'`,
            are: [{ status: 'sent', envelope: /^0000/ }],
          },
        ],
      },
    },
  ),
  scenario(
    'E12',
    'tells of new listings who agreed to it, and nobody else',
    {
      say: 'Mail contact-015 anything new that fits her',
      contact: 'contact-015',
      staff,
      expect: {
        calls: [
          { tool: 'tool_search' },
          {
            tool: 'send_listing_alert',
            arguments: { contactId: 'contact-015' },
            data: { status: 'in_outbox', propertyIds: ['prop-0001', 'prop-0002'] },
          },
        ],
        rows: [{ sql: outbox('elena.marsh@example.com'), are: [{}] }],
        says: ['prop-0001', 'prop-0002', /outbox/i],
      },
    },
    {
      say: 'Now the same for contact-017',
      expect: {
        calls: [
          {
            tool: 'send_listing_alert',
            arguments: { contactId: 'contact-017' },
            errorClass: 'FORBIDDEN',
          },
        ],
        rows: [{ sql: outbox('priya.nair@example.com'), are: [] }],
      },
    },
  ),
];
