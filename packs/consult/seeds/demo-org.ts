import type { DemoOrg } from '#pack-kit';
import { DESK } from './demo-conversations.ts';
import { demoLeadName, visitorId } from './demo-leads.ts';

/** Visitors with a detailed profile; the others only appear in statistics. */
const VISITORS = [1, 2, 3, 4, 8];
const ARABIC_VISITOR = 2;

/** The demo org; its consultant and visitors are invented. */
export const demoOrg: DemoOrg = {
  slug: 'advisory',
  name: 'Northlight AI Advisory (demo)',
  timezone: 'UTC',
  settings: {},
  users: [
    { handle: 'consultant', name: 'Robin Northlight', role: 'org_admin' },
    { handle: 'assistant-01', name: 'Kim Aster', role: 'member' },
  ],
  contacts: [
    ...VISITORS.map((number) => ({
      id: visitorId(number),
      name: demoLeadName(number),
      language: number === ARABIC_VISITOR ? 'ar' : 'en',
    })),
    { id: DESK, name: 'Front desk', language: 'en' },
  ],
};
