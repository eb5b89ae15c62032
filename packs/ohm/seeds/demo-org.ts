import type { DemoOrg } from '#pack-kit';

/** The demo org; its makers are invented. */
export const demoOrg: DemoOrg = {
  slug: 'maker',
  name: 'Solder & Co Makerspace (demo)',
  timezone: 'UTC',
  settings: {},
  users: [
    { handle: 'mentor', name: 'Mina Ohm', role: 'org_admin' },
    { handle: 'helper-01', name: 'Theo Brand', role: 'member' },
  ],
  contacts: [
    { id: 'maker-01', name: 'Alma Reyes', language: 'en' },
    { id: 'maker-02', name: 'Jon Teller', language: 'en' },
    { id: 'maker-03', name: 'Priya Nair', language: 'en' },
    { id: 'maker-04', name: 'Old client', language: 'en' },
    { id: 'maker-05', name: 'ليلى منصور', language: 'ar' },
  ],
};
