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
  facts: [
    {
      topic: 'offer',
      title: 'Services',
      text: 'Two-day workshops for teams, and consulting from the first idea to a running system. On site in Europe and the Gulf, or online.',
      source: null,
    },
    {
      topic: 'hours',
      title: 'Calls',
      text: 'Monday to Thursday, 9:00 to 17:00 UTC. A call takes 30 minutes and costs nothing.',
      source: null,
    },
    {
      topic: 'policies',
      title: 'Confidentiality',
      text: 'What a client shows stays between us; a mutual non-disclosure agreement is signed before any data is shared. No client data is used to train a model.',
      source: 'northlight.example/privacy',
    },
    {
      topic: 'faq',
      title: 'How large may a workshop group be?',
      text: 'Up to 14 people. Larger teams are split into groups.',
      source: null,
    },
  ],
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
