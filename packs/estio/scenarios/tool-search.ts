import { scenario, type Scenario, type SeenStep } from '#pack-kit';
import { namesProperties } from './named-properties.ts';

const staff = 'agent-01';

/** Checks whether the turn was offered the contract tool from its beginning. */
const offersContracts =
  (wanted: boolean) =>
  async ({ turnId, rows }: SeenStep): Promise<string[]> => {
    const [step] = await rows<{ offered: string[] }>(
      `SELECT outcome->'offered' AS offered FROM turn_steps WHERE turn_id = $1 AND key = 'offered'`,
      [turnId],
    );
    const offers = step?.offered.includes('generate_contract') ?? !wanted;
    return offers === wanted ? [] : [`generate_contract was ${offers ? '' : 'not '}offered`];
  };

/** Tools found by a tool search, and records to which access is denied. */
export const toolSearch: Scenario[] = [
  scenario(
    'P4',
    'finds the tool for contract papers, which is offered from then on',
    {
      say: 'I need the contract papers as PDF',
      contact: 'contact-030',
      staff,
      agent: 'closer',
      expect: {
        calls: [
          {
            tool: 'tool_search',
            arguments: { query: /contract.*PDF/i },
            data: {
              tools: (tools: { name: string; score: number; parameters: { properties?: object } }[]) =>
                tools[0]?.name === 'generate_contract' &&
                tools[0].score > 0.3 &&
                'dealId' in (tools[0].parameters.properties ?? {}),
            },
          },
        ],
        // Only an offered tool can report missing arguments.
        saysOffline: ['For which deal?'],
        check: offersContracts(false),
      },
    },
    {
      say: 'deal-003',
      expect: {
        calls: [
          {
            tool: 'generate_contract',
            arguments: { dealId: 'deal-003' },
            errorClass: 'PRECONDITION_FAILED',
          },
        ],
        check: offersContracts(true),
      },
    },
  ),
  scenario(
    'P7',
    'keeps the records of the office from an end customer',
    ...['Which tools fail most often?', 'Show me the list of tool failures'].map((say, at) => ({
      say,
      contact: 'contact-033',
      begins: at > 0,
      expect: {
        calls: [{ tool: 'query_org_data', errorClass: 'FORBIDDEN', optional: true }],
        saysOffline: [/for members of the organisation only/],
        neverSays: [/send_docusign|generate_contract|\d+ calls/],
        check: namesProperties(),
      },
    })),
  ),
];
