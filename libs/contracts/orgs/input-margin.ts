/**
 * How many times the tokens that are counted here (`o200k_base`) most models may count at most: by their tokenizers, and by
 * what they put around a request. Hard budgets hold so much back.
 */
export const USUAL_INPUT_MARGIN = 1.25;
