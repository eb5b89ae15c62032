import type { DemoOrg } from '#pack-kit';
import org from './demo-org.json' with { type: 'json' };

/** The demo org; its makers are invented. */
export const demoOrg = org as DemoOrg;
