import type { ToolResult } from '#contracts';
import { failureForCaller } from './failure-text.ts';

const away: ToolResult = {
  success: false,
  errorClass: 'UPSTREAM_UNAVAILABLE',
  error: 'The MCP server geo has gone away; it is being restarted.',
  data: { circuit: 'open', service: 'mcp:geo' },
};

it('names no server to a contact, and keeps the full failure for staff', () => {
  const told = failureForCaller(away, 'contact');
  expect(told).toMatchObject({ success: false, errorClass: 'UPSTREAM_UNAVAILABLE' });
  expect(told.error).toContain('not reachable just now');
  expect(JSON.stringify(told)).not.toMatch(/geo|MCP/);
  expect(failureForCaller(away, 'staff')).toBe(away);
});

it('keeps an unknown outcome', () => {
  const told = failureForCaller({ ...away, data: { service: 'mcp:geo', outcome: 'unknown' } }, 'contact');
  expect(told).toMatchObject({ data: { outcome: 'unknown' } });
  expect(told.error).toContain('do not repeat it');
});
