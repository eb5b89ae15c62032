import { spanTextPolicies, type SpanTextPolicy } from '#telemetry';
import { OrgNotFoundError } from '../identity.errors.ts';
import type { OrgService } from './org.service.ts';

/** Setting of an org: `store` (default), `mask` or `omit` the texts of its spans. */
const SPAN_TEXTS_SETTING = 'SPAN_TEXTS';

/**
 * The org's policy for the texts of its spans. Texts of a deleted org are omitted, and an unknown value is treated as the
 * strictest policy.
 *
 * @throws DatabaseUnavailableError; the spans then stay in the buffer.
 */
export async function spanTextPolicyOf(
  orgs: Pick<OrgService, 'settingsOf'>,
  orgId: string,
): Promise<SpanTextPolicy> {
  try {
    const chosen = (await orgs.settingsOf(orgId)).get(SPAN_TEXTS_SETTING) ?? 'store';
    return spanTextPolicies.find((policy) => policy === chosen) ?? 'omit';
  } catch (error) {
    if (error instanceof OrgNotFoundError) return 'omit';
    throw error;
  }
}
