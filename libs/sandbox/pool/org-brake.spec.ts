import { OrgBrake } from './org-brake.ts';

const MINUTE_MS = 60_000;

describe('the brake of an org', () => {
  it('forgets orgs whose time is over, also those that never started a program', () => {
    const brake = new OrgBrake();
    for (let org = 0; org < 100; org += 1) brake.stopped(`org-${org}`, org);
    brake.started('running');
    expect(brake.known).toBe(101);
    brake.stopped('another', 3 * MINUTE_MS);
    expect(brake.known).toBe(2);
    expect(brake.running('running')).toBe(1);
  });

  it('keeps one that is held back until that is over', () => {
    const brake = new OrgBrake();
    for (let times = 0; times < 5; times += 1) brake.stopped('hostile', 50_000);
    brake.stopped('another', 50_000 + MINUTE_MS - 1);
    expect(brake.cpuMsOf('hostile', 250, 50_000 + MINUTE_MS - 1)).toBe(50);
    expect(brake.cpuMsOf('hostile', 250, 50_000 + MINUTE_MS)).toBe(250);
  });
});
