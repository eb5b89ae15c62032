import { z } from 'zod';
import { notConfigured, ToolError, type ToolContext } from '#pack-kit';
import type { Busy, OfficeAgent } from '../schema/calendar.repository.ts';

const answer = z.object({
  busy: z.array(
    z.object({
      calendarId: z.string(),
      start: z.iso.datetime({ offset: true }),
      end: z.iso.datetime({ offset: true }),
    }),
  ),
});

/**
 * Busy times of an outside calendar service: `GET {CALENDAR_API_URL}/free-busy` with `from`, `to` and `calendarIds`,
 * which are the agents' handles. Nothing without one (`CALENDAR_PROVIDER` is `internal`).
 *
 * @throws ToolError NOT_CONFIGURED naming what is missing, UPSTREAM_ERROR for an answer that cannot be read; and the
 *   errors of the outbound client.
 */
export async function outsideBusy(
  { settings, http }: Pick<ToolContext, 'settings' | 'http'>,
  agents: readonly OfficeAgent[],
  { from, to }: { from: Date; to: Date },
): Promise<{ provider: 'internal' | 'http'; busy: Busy[] }> {
  const provider = settings.get('CALENDAR_PROVIDER') ?? 'internal';
  if (provider === 'internal') return { provider, busy: [] };
  if (provider !== 'http') throw without('CALENDAR_PROVIDER', `must be internal or http, not ${provider}`);
  const base = settings.get('CALENDAR_API_URL');
  if (!base || !URL.canParse(base)) throw without('CALENDAR_API_URL', 'is not set');
  const token = settings.get('CALENDAR_API_TOKEN');
  const url = new URL(`${base.replace(/\/$/, '')}/free-busy`);
  url.searchParams.set('from', from.toISOString());
  url.searchParams.set('to', to.toISOString());
  url.searchParams.set('calendarIds', agents.map(({ id }) => id).join(','));
  const headers = { accept: 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await http.request({ url, headers, acceptAnyStatus: true });
  if (response.status === 401 && !token) throw without('CALENDAR_API_TOKEN', 'is not set');
  if (response.status >= 400) throw refusal(response.status);
  const read = answer.safeParse(response.json());
  if (!read.success)
    throw new ToolError('UPSTREAM_ERROR', 'The calendar service returned an unreadable response.');
  return {
    provider,
    busy: read.data.busy.map(({ calendarId, start, end }) => ({
      agentId: calendarId,
      start: new Date(start),
      end: new Date(end),
      kind: 'external',
    })),
  };
}

const without = (setting: string, why: string) =>
  notConfigured(`The calendar is not configured: ${setting} ${why}.`, setting);

function refusal(status: number): ToolError {
  const said = `The calendar service answered with status ${status}.`;
  if (status === 429) return new ToolError('RATE_LIMITED', said);
  if (status === 408) return new ToolError('TIMEOUT', said);
  if (status < 500) return new ToolError('UPSTREAM_REJECTED', said);
  return new ToolError(status === 500 ? 'UPSTREAM_ERROR' : 'UPSTREAM_UNAVAILABLE', said);
}
