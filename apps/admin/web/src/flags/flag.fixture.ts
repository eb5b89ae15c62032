import type { FlagInOrg, FlagView } from '#contracts';

type Value = FlagView['declaredDefault'];

const ORGS = {
  demo: { id: '019abcde-0000-7000-8000-000000000001', slug: 'demo', name: 'Aphrodite Homes' },
  maker: { id: '019abcde-0000-7000-8000-000000000002', slug: 'maker', name: 'Volt Street' },
  gulf: { id: '019abcde-0000-7000-8000-000000000003', slug: 'gulf', name: 'Gulf Insights' },
} satisfies Record<string, FlagInOrg['org']>;
export type OrgSlug = keyof typeof ORGS;

const UNSET = { value: null, percent: null, revision: 0 };
export const setTo = (value: Value) => ({ value, percent: null, revision: 1 });
export const sharedWith = (percent: number, value: Value) => ({ value, percent, revision: 2 });

/** The flag in an org that sets only `part`. */
export function inOrg(slug: OrgSlug, part: Partial<FlagInOrg> = {}): FlagInOrg {
  return { org: ORGS[slug], effective: 'off', source: 'code', own: UNSET, share: UNSET, pinned: 0, ...part };
}

/** A flag with gate and safeguard that no org sets. */
export function flagOf(part: Partial<FlagView> = {}): FlagView {
  return {
    key: 'tool_broker',
    type: 'variants',
    values: ['off', 'shadow', 'enforce'],
    description: 'Which tools are offered',
    owner: 'platform',
    declaredDefault: 'off',
    safe: 'off',
    killed: false,
    kill: UNSET,
    default: UNSET,
    gate: {
      variant: 'enforce',
      measuredIn: 'shadow',
      open: false,
      rate: 0.93,
      turns: 600,
      minRate: 0.95,
      minTurns: 500,
      windowDays: 7,
      days: [{ day: '2026-03-01', turns: 600, rate: 0.93 }],
    },
    guard: {
      variant: 'enforce',
      fallback: 'shadow',
      minRate: 0.95,
      minRateSetting: 'TOOL_BROKER_MIN_RATE',
      minTurns: 20,
      windowMinutes: 60,
    },
    orgs: [inOrg('demo'), inOrg('gulf')],
    ...part,
  };
}
