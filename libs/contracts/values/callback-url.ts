import { z } from 'zod';

const MAX_CALLBACK_URL_CHARACTERS = 2_048;
const CALLABLE = 'expected an absolute http or https URL without user name and password';

/** A URL that receives results. Whether the target is allowed is checked when the webhook is sent. */
export const callbackUrl = z
  .string()
  .max(MAX_CALLBACK_URL_CHARACTERS)
  // The pattern appears in the OpenAPI document; the URL parser does the full check.
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#@]+([/?#]|$)/, CALLABLE)
  .refine((text) => URL.canParse(text) && hasNoCredentials(new URL(text)), CALLABLE)
  .meta({ format: 'uri' });

const hasNoCredentials = ({ username, password }: URL) => username === '' && password === '';
