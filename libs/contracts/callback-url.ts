import { z } from 'zod';

const MAX_CALLBACK_URL_CHARACTERS = 2_048;

/** An address that results are sent to. Whether it may be reached is asked elsewhere. */
export const callbackUrl = z
  .string()
  .max(MAX_CALLBACK_URL_CHARACTERS)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }, 'expected an absolute http or https URL without user name and password');
