// Values that the libs check again. scripts/run.mjs reads this file before anything is compiled.
import { isTimeZone } from '../../libs/text/light/index.ts';
import { fitting } from './options.ts';

export const slug = (means: string) =>
  fitting('SLUG', means, '1 to 63 lower-case letters, digits or hyphens, a letter first', (text) =>
    /^[a-z][a-z0-9-]{0,62}$/.test(text),
  );

export const email = (means: string) =>
  fitting('E-MAIL', means, 'an e-mail address', (text) => /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text));

export const channel = (means: string) =>
  fitting('NAME', means, 'a lower-case name', (text) => /^[a-z][a-z0-9_-]{0,31}$/.test(text));

export const timeZone = (means: string) =>
  fitting('ZONE', means, 'an IANA time zone such as Asia/Nicosia', isTimeZone);
