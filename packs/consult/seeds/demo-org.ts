import type { DemoOrg } from '#pack-kit';
import org from './demo-org.json' with { type: 'json' };

/** The demo org; its consultant and visitors are invented. The others of its leads only appear in statistics. */
export const demoOrg = org as DemoOrg;
