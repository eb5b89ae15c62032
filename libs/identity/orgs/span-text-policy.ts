import { spanTextPolicies, type SpanTextPolicy } from '#telemetry';
import { OrgNotFoundError } from '../identity.errors.ts';
import type { OrgService } from './org.service.ts';

/** Setting of an org: `store` (default), `mask` or `omit` the texts of its spans. */
const SPAN_TEXTS_SETTING = 'SPAN_TEXTS';

/**
 * What the org wants done with the texts of its spans. An org that is gone keeps none, and a value that is none of the
 * three is read as the strictest.
 *
 * @throws DatabaseUnavailableError; the spans wait then.
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
