/**
 * The subject of a provider's 4xx refusal: the key, an account without credit, the model, this one content, or the
 * form of the request. Only the first three affect other calls, so they need a documented code, or the beginning of a
 * documented message: the rest of a message can quote the text of a person.
 */
export type Refused = 'key' | 'payment' | 'model' | 'content' | 'form';

/**
 * Codes, types and reasons of errors: https://platform.openai.com/docs/guides/error-codes,
 * https://docs.claude.com/en/api/errors, https://ai.google.dev/gemini-api/docs/troubleshooting,
 * https://cloud.google.com/apis/design/errors (`google.api.ErrorReason`), https://openrouter.ai/docs/errors.
 */
const CODES: Record<Refused, string> = {
  key: `authentication_error invalid_api_key account_deactivated unsupported_country_region_territory
    API_KEY_INVALID API_KEY_SERVICE_BLOCKED API_KEY_HTTP_REFERRER_BLOCKED API_KEY_IP_ADDRESS_BLOCKED
    API_KEY_ANDROID_APP_BLOCKED API_KEY_IOS_APP_BLOCKED SERVICE_DISABLED CONSUMER_INVALID CONSUMER_SUSPENDED
    USER_PROJECT_DENIED USER_BLOCKED_BY_ADMIN LOCATION_POLICY_VIOLATED ACCESS_TOKEN_SCOPE_INSUFFICIENT`,
  payment: `billing_error insufficient_quota insufficient_balance insufficient_credits credit_balance_exhausted
    credit_balance_too_low billing_not_active billing_hard_limit_reached BILLING_DISABLED`,
  model: 'model_not_found model_not_available key_model_access_denied team_model_access_denied',
  content: `content_filter content_policy_violation moderation_blocked invalid_prompt context_length_exceeded
    string_above_max_length request_too_large`,
  form: '',
};
const REFUSED_BY_CODE = new Map(
  Object.entries(CODES).flatMap(([refused, codes]) =>
    codes.split(/\s+/).map((code): [string, Refused] => [code, refused as Refused]),
  ),
);

/** Beginnings of messages that come without a code of their own, in order of precedence. */
const BEGINNINGS: [Refused, RegExp][] = [
  [
    'payment',
    /^your credit balance is too low|^you have reached your (?:specified )?(?:api )?usage limit|^(?:billing )?hard limit|^gemini api free tier is not available|^this api method requires billing|^project \S+ (?:\(\S+\) )?has billing disabled|^your account is not active, please check your billing|^insufficient (?:balance|credits|funds)|^your prepa\w+ credits|^your newly created teams? /i,
  ],
  [
    'key',
    /^api key (?:not valid|expired|not found)|^(?:your|the provided|invalid|incorrect) api key\b|^this organization has been disabled|^user location is not supported|^country, region, or territory not supported|^permission denied: consumer|^your project has been denied|^[\w ]+ api has not been used in project|^requests (?:to|from) \S+ .*are blocked|^you have insufficient permissions|^you must be a member of an organization/i,
  ],
  [
    'content',
    /^(?:your |the )?prompt is too long|^this model's maximum context length|^the input token count/i,
  ],
];
/** Messages that no provider words alike; neither kind affects other calls. */
const FLAGGED = /flagged|moderat|safety|policy|policies|prohibited|content filter/i;

/** Reads what is refused. @param codes of the error, in any order. @param message of the provider, as it sent it. */
export function refusedBy(codes: readonly unknown[], message: string): Refused {
  for (const refused of ['content', 'payment', 'model', 'key'] as const)
    if (codes.some((code) => REFUSED_BY_CODE.get(String(code)) === refused)) return refused;
  const known = BEGINNINGS.find(([, beginning]) => beginning.test(message))?.[0];
  // "Your API key may not use the model …" leaves the key usable for other models.
  if (known === 'key' && /\bmodel\b/i.test(message)) return 'model';
  if (known) return known;
  return FLAGGED.test(message) ? 'content' : 'form';
}
