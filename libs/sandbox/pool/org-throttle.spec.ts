import { OrgThrottle } from './org-throttle.ts';

const MINUTE_MS = 60_000;

describe('the throttle of an org', () => {
  it('removes orgs with expired state, including those that never started a program', () => {
    const throttle = new OrgThrottle();
    for (let org = 0; org < 100; org += 1) throttle.stopped(`org-${org}`, org);
    throttle.started('running');
    expect(throttle.known).toBe(101);
    throttle.stopped('another', 3 * MINUTE_MS);
    expect(throttle.known).toBe(2);
    expect(throttle.running('running')).toBe(1);
  });

  it('keeps a throttled org until the throttling ends', () => {
    const throttle = new OrgThrottle();
    for (let times = 0; times < 5; times += 1) throttle.stopped('hostile', 50_000);
    throttle.stopped('another', 50_000 + MINUTE_MS - 1);
    expect(throttle.cpuMsOf('hostile', 250, 50_000 + MINUTE_MS - 1)).toBe(50);
    expect(throttle.cpuMsOf('hostile', 250, 50_000 + MINUTE_MS)).toBe(250);
  });
});
