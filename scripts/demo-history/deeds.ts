import { z } from 'zod';
import type { ConsoleClient } from '../console/console-client.ts';
import type { Recorder } from './recorder.ts';
import { momentOf } from './story.ts';

/** Something that a person does in the console at a moment of the story. */
export interface Deed {
  at: Date;
  do: (recorder: Recorder) => Promise<void>;
}

type Role = 'platform_admin' | 'org_admin' | 'member';
const answer = z.unknown();

const ORGS = ['demo', 'advisory', 'gulf', 'maker'];
/** How many tools the broker chose before somebody looked at its misses: what it does when it is sure, is not, and at most. */
const TIGHT = { TOOL_RAG_TOP_K: '4', TOOL_RAG_FALLBACK_K: '5', TOOL_BROKER_FULL_SET_MAX: '4' };
const USUAL = { TOOL_RAG_TOP_K: '12', TOOL_RAG_FALLBACK_K: '20', TOOL_BROKER_FULL_SET_MAX: '30' };
/** Tools that agents always have, until somebody takes the broker to know better. */
const LEFT_TO_THE_BROKER: Readonly<Record<string, readonly string[]>> = {
  advisory: ['generate_custom_syllabus', 'get_booking_link', 'search_web', 'simulate_cost_of_inaction'],
  gulf: ['search_geospatial_metadata'],
  maker: ['read_file', 'write_file'],
};
const WAIT_DAYS_FOR_APPROVAL_H = '720';
/** Does not exist, and never will: names below `example` are reserved. */
const WRONG_RECEIVER = 'https://crm.aphrodite-homes.example/hooks/turnpike';
/** Nor this: a signature that is asked for there has an outcome that nobody knows. */
const SIGNATURES = {
  ESIGN_PROVIDER: 'docusign',
  ESIGN_BASE_URL: 'https://esign.aphrodite-homes.example/restapi',
  ESIGN_ACCOUNT_ID: 'account-1',
  ESIGN_ACCESS_TOKEN: 'a token of the story',
};

/** What people do in the fortnight: the changes that its curves come from, each with its entry in the audit log. */
export function deedsOf(start: Date): Deed[] {
  const at = (day: number, hour: number, act: Deed['do']): Deed => ({
    at: momentOf(start, day, hour),
    do: act,
  });
  return [
    at(0, 5, async (story) => {
      const admin = await consoleOf(story, 'platform_admin');
      await broker(admin, TIGHT, 'Prompts as short as can be');
      const change = {
        at: { place: 'default' },
        value: 'shadow',
        why: 'Two weeks of measuring before it decides',
      };
      await admin.post('flags/tool_broker/set', change, answer);
      for (const [org, tools] of Object.entries(LEFT_TO_THE_BROKER))
        await tiers(admin, org, tools, 'No tool is always there: every one has to earn its place');
      for (const org of ORGS.slice(1)) await budget(admin, org, 'day', { softUsd: 0.5, hardUsd: 5 });
      await story.changesHold();
    }),
    at(0, 5.25, async (story) => {
      const owner = await consoleOf(story, 'org_admin');
      await setting(owner, 'demo', 'TOOL_APPROVALS', 'send_offer', 'Money is agreed to by a person');
      await setting(owner, 'demo', 'APPROVAL_TTL_H', WAIT_DAYS_FOR_APPROVAL_H, 'Somebody may be on holiday');
      await budget(owner, 'demo', 'day', { softUsd: 0.5, hardUsd: 5 });
      await budget(owner, 'demo', 'month', { softUsd: 10, hardUsd: 50 });
      await story.changesHold();
    }),
    at(11, 5, async (story) => {
      await broker(
        await consoleOf(story, 'platform_admin'),
        USUAL,
        'Four leave out too much: see the misses',
      );
      await story.changesHold();
    }),
    at(10, 5, async (story) => {
      const admin = await consoleOf(story, 'platform_admin');
      for (const org of Object.keys(LEFT_TO_THE_BROKER))
        await tiers(admin, org, [], 'They are needed nearly always');
      await story.changesHold();
    }),
    at(11, 7, (story) =>
      flag(story, 'org_admin', 'demo', 'enforce', 25, 'A quarter of the conversations first'),
    ),
    at(12, 7, (story) =>
      flag(story, 'org_admin', 'demo', 'enforce', undefined, 'A quarter went well: all of them'),
    ),
    at(13, 7, (story) =>
      flag(story, 'platform_admin', 'gulf', 'enforce', undefined, 'Hardly anything missed since Monday'),
    ),
    at(11, 12, async (story) => {
      const owner = await consoleOf(story, 'org_admin');
      await setting(owner, 'demo', 'WEBHOOK_URL', WRONG_RECEIVER, 'The CRM wants to hear of each turn');
      await story.changesHold();
    }),
    at(12, 6, async (story) => {
      const owner = await consoleOf(story, 'org_admin');
      await owner.delete(
        'settings/WEBHOOK_URL?org=demo',
        { why: 'No such host; the CRM people look into it' },
        answer,
      );
      await story.changesHold();
    }),
    at(13, 9, async (story) => {
      const owner = await consoleOf(story, 'org_admin');
      for (const [name, value] of Object.entries(SIGNATURES))
        await setting(owner, 'demo', name, value, 'Contracts are signed online from today on');
      await story.changesHold();
    }),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The console as the person of that role sees it. */
export async function consoleOf(story: Recorder, role: Role): Promise<ConsoleClient> {
  if (role === 'platform_admin') return story.as(story.turnpike.admin);
  const person = story.people.find((candidate) => candidate.role === role);
  if (!person) throw new Error(`Nobody of the demo is ${role}`);
  return story.as(person);
}

/** The broker's limits in every org. */
async function broker(admin: ConsoleClient, limits: Record<string, string>, why: string): Promise<void> {
  for (const org of ORGS)
    for (const [name, value] of Object.entries(limits)) await setting(admin, org, name, value, why);
}

/** Only these tools of the org have another tier than their own: they are found by their words, like any other. */
async function tiers(
  admin: ConsoleClient,
  org: string,
  tools: readonly string[],
  reason: string,
): Promise<void> {
  const overrides = Object.fromEntries(tools.map((tool) => [tool, { tier: 'deferred' }]));
  const file = { format: 'turnpike.tool-overrides', version: 1, overrides };
  await admin.post(`tools/import?org=${org}`, { file, replaceAll: true, reason }, answer);
}

async function setting(
  console: ConsoleClient,
  org: string,
  name: string,
  value: string,
  why: string,
): Promise<void> {
  await console.put(`settings/${name}?org=${org}`, { value, why }, answer);
}

async function budget(
  console: ConsoleClient,
  org: string,
  period: 'day' | 'month',
  limits: { softUsd: number; hardUsd: number },
): Promise<void> {
  await console.put(`budgets/${period}?org=${org}`, { ...limits, reason: 'A demo spends little.' }, answer);
}

async function flag(
  story: Recorder,
  role: Role,
  org: string,
  value: string,
  percent: number | undefined,
  why: string,
): Promise<void> {
  const console = await consoleOf(story, role);
  const place = percent === undefined ? 'org' : 'share';
  const change = {
    at: { place, org },
    value,
    why,
    ...(percent !== undefined && { percent }),
    overrideGate: true,
  };
  await console.post('flags/tool_broker/set', change, answer);
  await story.changesHold();
}
