/**
 * The subject of a provider's 4xx refusal: the key, an account without credit, the model, this one content, or the
 * form of the request. Only the first three affect other calls, so they need a documented code, or the beginning of a
 * documented message: the rest of a message can quote the text of a person.
 */
export type Refused = 'key' | 'payment' | 'model' | 'content' | 'form';

/**
 * Codes, types and reasons of errors: https://platform.openai.com/docs/guides/error-codes,
 * https://docs.claude.com/en/api/errors, https://ai.google.dev/gemini-api/docs/troubleshooting,
 * https://cloud.google.com/apis/design/errors (`google.api.ErrorReason`), https://openrouter.ai/docs/errors,
 * https://console.groq.com/docs/errors, https://docs.litellm.ai/docs/exception_mapping,
 * https://learn.microsoft.com/azure/ai-foundry/openai/reference, https://vercel.com/docs/ai-gateway.
 */
const CODES: Record<Refused, string> = {
  key: `authentication_error invalid_api_key account_deactivated unsupported_country_region_territory
    API_KEY_INVALID API_KEY_SERVICE_BLOCKED API_KEY_HTTP_REFERRER_BLOCKED API_KEY_IP_ADDRESS_BLOCKED
    API_KEY_ANDROID_APP_BLOCKED API_KEY_IOS_APP_BLOCKED SERVICE_DISABLED CONSUMER_INVALID CONSUMER_SUSPENDED
    ip_not_authorized organization_restricted USER_PROJECT_DENIED USER_BLOCKED_BY_ADMIN LOCATION_POLICY_VIOLATED ACCESS_TOKEN_SCOPE_INSUFFICIENT`,
  payment: `billing_error insufficient_quota insufficient_balance insufficient_credits credit_balance_exhausted
    credit_balance_too_low billing_not_active billing_hard_limit_reached BILLING_DISABLED budget_exceeded
    exceeded_current_quota_error insufficient_funds customer_verification_required blocked_api_access Arrearage`,
  model: `model_not_found model_not_available key_model_access_denied team_model_access_denied invalid_model unknown_model
    model_decommissioned model_permission_blocked_org model_permission_blocked_project no_access DeploymentNotFound`,
  content: `content_filter content_policy_violation moderation_blocked invalid_prompt context_length_exceeded
    string_above_max_length request_too_large tokens_limit_reached data_inspection_failed`,
  form: '',
};
const REFUSED_BY_CODE = new Map(
  Object.entries(CODES).flatMap(([refused, codes]) =>
    codes.split(/\s+/).map((code): [string, Refused] => [code, refused as Refused]),
  ),
);

/** Words for means that are used up: "You exceeded your current quota", "Monthly credits exhausted". */
const SPENT = String.raw`(?:exceeded|exhausted|reached|depleted|used up|run out of)`;
const MEANS = String.raw`quota|credits?|balance|budget|usage limits?|spend(?:ing)? limit`;

/** Beginnings of messages that come without a code of their own, in order of precedence. */
const BEGINNINGS: [Refused, RegExp][] = [
  [
    'payment',
    beginning(String.raw`
      your credit balance is too low
      (?:you|your \w+)(?: have| has|'ve)? ${SPENT} (?:\w+ ){0,4}(?:${MEANS})
      (?:the |your )?(?:\w+ ){0,2}(?:${MEANS}) (?:of (?:\w+ ){1,3})?(?:(?:has been|have been|is|are|was) )?${SPENT}
      this request would exceed your \S+ (?:\w+ )?spend limit
      (?:billing )?hard limit
      (?:key|credit) limit exceeded
      out of call volume quota
      inactive subscription
      budget has been exceeded
      exceededbudget
      gemini api free tier is not available
      this api method requires billing
      (?:the )?billing account
      please enable billing
      project \S+ (?:\(\S+\) )?has billing disabled
      your account is not active, please check your billing
      (?:your )?account (?:\S+ )?is suspended
      (?:sorry, )?your account balance
      (?:you have )?(?:insufficient|not enough) (?:balance|credits|funds)
      you have no credits?\b
      this request requires more credits
      your prepa\w+ credits
      your newly created teams?\b
      your team \S+ has (?:either )?used all`),
  ],
  [
    'key',
    beginning(String.raw`
      api key (?:not valid|expired|not found)
      (?:your|the provided|invalid|incorrect) api key\b
      (?:this |your )?organization has been (?:disabled|restricted)
      user location is not supported
      country, region, or territory not supported
      permission denied: consumer
      your project has been denied
      [\w ]+ api has not been used in project
      requests (?:to|from) \S+ .*are blocked
      method doesn't allow unregistered callers
      access denied due to (?:invalid|virtual)
      oauth authentication is\b
      authentication error
      you have insufficient permissions
      you must be a member of an organization`),
  ],
  [
    'model',
    beginning(String.raw`
      your organization must be verified
      \S+ is not a valid model
      (?:\S+ )?(?:invalid|unknown) model
      you are not allowed to sample from this model
      (?:your|the) (?:organization|project|team|account) does not have access to (?:the )?model`),
  ],
  [
    'content',
    beginning(String.raw`
      (?:your |the )?prompt is too long
      this model's maximum context length
      the input token count
      input length and\b`),
  ],
];

function beginning(lines: string): RegExp {
  return new RegExp(`^(?:${lines.trim().split(/\n\s*/).join('|')})`, 'i');
}

/** Messages that no provider words alike; neither kind affects other calls. */
const FLAGGED = /flagged|moderat|safety|policy|policies|prohibited|content filter/i;

/** Reads what is refused. @param codes of the error, in any order. @param message of the provider, as it sent it. */
export function refusedBy(codes: readonly unknown[], message: string): Refused {
  for (const refused of ['content', 'payment', 'model', 'key'] as const)
    if (codes.some((code) => REFUSED_BY_CODE.get(String(code)) === refused)) return refused;
  const known = BEGINNINGS.find(([, begins]) => begins.test(message))?.[0];
  // "Your API key may not use the model …" leaves the key usable for other models.
  if (known === 'key' && /\bmodel\b(?!\.)/i.test(message)) return 'model';
  if (known) return known;
  return FLAGGED.test(message) ? 'content' : 'form';
}
