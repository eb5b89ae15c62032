import type { DemoOrg } from '#pack-kit';

/** The demo org; its makers are invented. */
export const demoOrg: DemoOrg = {
  slug: 'maker',
  name: 'Solder & Co Makerspace (demo)',
  timezone: 'UTC',
  settings: {},
  facts: [
    {
      topic: 'offer',
      title: 'Workshop',
      text: 'Soldering stations, a laser cutter, two 3D printers and an oscilloscope for members.',
      source: null,
    },
    {
      topic: 'hours',
      title: 'Opening hours',
      text: 'Tuesday to Friday 15:00 to 22:00, Saturday 10:00 to 18:00.',
      source: null,
    },
    {
      topic: 'policies',
      title: 'Safety',
      text: 'Mains voltage and lithium cells only with a mentor present. Never leave the laser cutter alone.',
      source: null,
    },
  ],
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
