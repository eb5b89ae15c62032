import { readFileSync } from 'node:fs';
import { at } from '../lib/project.mjs';

/** Licences that only require attribution. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
]);
/** The lock file has no licence for these; their `package.json` says MIT. */
const NAMED_ELSEWHERE = /(?:^|\/)node_modules\/@msgpackr-extract\/msgpackr-extract-[\w-]+$/;

/** Fails when a shipped package has another licence. */
export function checkLicences(lockFile = JSON.parse(readFileSync(at('package-lock.json'), 'utf8'))) {
  const refused = Object.entries(lockFile.packages)
    .filter(([place, { dev, link }]) => place !== '' && !dev && !link)
    .filter(
      ([place, { license }]) =>
        !isAllowed(license) && !(license === undefined && NAMED_ELSEWHERE.test(place)),
    )
    .map(([place, { version, license }]) => `${place}@${version}: ${license ?? 'no licence'}`);
  return { ok: refused.length === 0, output: refused.join('\n') };
}

/** For "(MIT OR GPL-3.0)" one accepted licence is enough; for "MIT AND CC-BY-4.0" all must be accepted. */
function isAllowed(license = '') {
  const bare = license.replaceAll(/[()]/g, '').trim();
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((one) => ALLOWED.has(one.trim())));
}
