/**
 * Upper bound, for most models, of the ratio between the provider's token count and ours (`o200k_base`). Tokenizers differ,
 * and providers wrap the request. Hard budgets reserve the count times this factor.
 */
export const USUAL_INPUT_MARGIN = 1.25;
