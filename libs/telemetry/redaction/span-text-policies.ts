import type { SpanRow } from '../trace-store/span-row.ts';

/** Storage of the texts of an org's spans: stored, stored without e-mail addresses and phone numbers, or omitted. */
export const spanTextPolicies = ['store', 'mask', 'omit'] as const;
export type SpanTextPolicy = (typeof spanTextPolicies)[number];

/** Returns the policy of an org. If the lookup rejects, the spans wait. */
export type SpanTextPolicyLookup = (orgId: string) => Promise<SpanTextPolicy>;

/** The policy of each org. Texts are stored until `use` sets the lookup of the orgs' settings. */
export class SpanTextPolicies {
  private lookup: SpanTextPolicyLookup = async () => 'store';

  use(lookup: SpanTextPolicyLookup): void {
    this.lookup = lookup;
  }

  of(orgId: string): Promise<SpanTextPolicy> {
    return this.lookup(orgId);
  }
}

const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;
/** A plus sign or a leading zero and 7 to 15 digits in groups (ITU-T E.164 allows 15). */
const PHONE = /(?<![\w.])(?:\+|00|0)\d(?:[ ().-]{0,2}\d){6,14}(?!\w)/g;

/** Returns `text` without e-mail addresses and phone numbers. Names of people are not recognised. */
export function maskPersonalData(text: string): string {
  return text.replace(EMAIL, '[e-mail]').replace(PHONE, '[phone]');
}

/** Applies the org's policy to the row. */
export function withTextPolicy(row: SpanRow, policy: SpanTextPolicy): SpanRow {
  switch (policy) {
    case 'store':
      return row;
    case 'mask':
      return {
        ...row,
        ...mapTexts(row, maskPersonalData),
        thoughtSteps: maskJson(row.thoughtSteps),
        toolCalls: maskJson(row.toolCalls),
        attributes: maskJson(row.attributes) as Record<string, unknown>,
      };
    case 'omit':
      return {
        ...row,
        ...mapTexts(row, () => null),
        thoughtSteps: null,
        toolCalls: null,
        attributes: maskJson(row.attributes) as Record<string, unknown>,
      };
  }
}

type Texts = Pick<SpanRow, 'prompt' | 'input' | 'output' | 'draftReply' | 'thoughtSummary' | 'errorMessage'>;

function mapTexts(row: SpanRow, change: (text: string) => string | null): Texts {
  const changed = (text: string | null) => (text === null ? null : change(text));
  return {
    prompt: changed(row.prompt),
    input: changed(row.input),
    output: changed(row.output),
    draftReply: changed(row.draftReply),
    thoughtSummary: changed(row.thoughtSummary),
    errorMessage: changed(row.errorMessage),
  };
}

function maskJson(value: unknown): unknown {
  if (typeof value === 'string') return maskPersonalData(value);
  if (Array.isArray(value)) return value.map(maskJson);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, maskJson(child)]));
}
