import type { FlagView } from '#contracts';
import { startValue } from './flag-edit-start.ts';

it.each([
  ['share', 'off', null, 'shadow'],
  ['share', 'shadow', null, 'enforce'],
  ['share', 'enforce', null, 'shadow'],
  ['share', 'shadow', 'off', 'off'],
  ['conversation', 'shadow', null, 'enforce'],
  ['org', 'shadow', null, 'shadow'],
] as const)('a change of the %s in %s with the share %s offers %s', (place, effective, share, offered) => {
  const inOrg = { org: { slug: 'acme' }, effective, own: { value: null }, share: { value: share } };
  const flag = { values: ['off', 'shadow', 'enforce'], safe: 'off', declaredDefault: 'off', orgs: [inOrg] };
  expect(startValue(flag as unknown as FlagView, { place, org: 'acme' })).toBe(offered);
});
