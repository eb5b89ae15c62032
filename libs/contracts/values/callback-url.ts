import { z } from 'zod';

const MAX_CALLBACK_URL_CHARACTERS = 2_048;
const CALLABLE = 'expected an absolute http or https URL without user name and password';

/** An address that results are sent to. Whether it may be reached is asked elsewhere. */
export const callbackUrl = z
  .string()
  .max(MAX_CALLBACK_URL_CHARACTERS)
  // What the document can say of it; the rest is for a parser.
  .regex(/^[Hh][Tt][Tt][Pp][Ss]?:\/\/[^/?#@]+([/?#]|$)/, CALLABLE)
  .refine((text) => URL.canParse(text) && hasNoCredentials(new URL(text)), CALLABLE)
  .meta({ format: 'uri' });

const hasNoCredentials = ({ username, password }: URL) => username === '' && password === '';
