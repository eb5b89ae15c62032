import type { SeededArtifact, SeededConversation, SeededTurn } from '#pack-kit';
import type { BomContent } from '../schema/artifacts/bom.kind.ts';
import { partOf } from '../schema/parts/catalogue.ts';
import { componentFor } from '../schema/parts/listed-part.ts';
import written from './demo-projects.json' with { type: 'json' };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const projectIds = {
  plantMonitor: '01930000-0000-7000-8000-000000000a01',
  doorAlarm: '01930000-0000-7000-8000-000000000a02',
  weatherMast: '01930000-0000-7000-8000-000000000a03',
  usageHistory: '01930000-0000-7000-8000-000000000a04',
} as const;

/** In the file, a time is a number of hours before the seeding day, and a parts list names its parts. */
type Timed<Entry> = Omit<Entry, 'at'> & { hoursBefore: number };
interface Project {
  contactId: string;
  summarizedTurns?: number;
  turns: Timed<SeededTurn>[];
  artifacts?: (Timed<Omit<SeededArtifact, 'content'>> & {
    content?: SeededArtifact['content'];
    listed?: string;
  })[];
}
const projects: Record<keyof typeof written, Project> = written;

/** The demo projects. @param anchor seeding day, 00:00 UTC. */
export function demoProjects(anchor: Date): SeededConversation[] {
  const before = (hours: number) => new Date(anchor.getTime() - hours * HOUR_MS);
  const told = Object.entries(projects).map(([name, { turns, artifacts = [], ...project }]) => ({
    id: projectIds[name as keyof typeof projects],
    pack: 'ohm',
    channel: 'chat',
    ...project,
    turns: turns.map(({ hoursBefore, ...turn }) => ({ at: before(hoursBefore), ...turn })),
    artifacts: artifacts.map(
      ({ hoursBefore, listed = '', content = { ...partsOf(listed) }, ...artifact }) => ({
        at: before(hoursBefore),
        content,
        ...artifact,
      }),
    ),
  }));
  return [...told, usageHistory(anchor)];
}

const partsOf = (ids: string): BomContent => ({
  currency: 'USD',
  components: ids.split(' ').flatMap((id) => {
    const part = partOf(id);
    return part ? [{ required: true, status: 'proposed' as const, ...componentFor(part) }] : [];
  }),
});

/** Days before the seeding day on which an old client called deprecated tools. */
const UPDATED_BOM = [1, 2, 3, 4, 5, 6, 9, 12];
const UPDATED_CONTEXT = [2, 5, 10];

/** Fourteen days with one call of `write_file` each, and the calls of the old client. */
function usageHistory(anchor: Date): SeededConversation {
  const days = Array.from({ length: 14 }, (_, index) => 14 - index);
  const at = (day: number) => new Date(anchor.getTime() - day * DAY_MS + 10 * HOUR_MS);
  return {
    id: projectIds.usageHistory,
    contactId: 'maker-04',
    pack: 'ohm',
    channel: 'chat',
    // One version: the writes of the other days changed nothing.
    artifacts: [
      {
        kind: 'bom',
        agent: 'bomGenerator',
        at: at(14),
        content: { ...partsOf('arduino-nano dht22 res-10k breadboard-830 jumper-40') },
      },
    ],
    turns: days.map((day) => ({
      at: at(day),
      agent: 'bomGenerator',
      text: 'Synchronise the parts list',
      reply: 'The parts list is up to date.',
      calls: [
        { tool: 'write_file', arguments: { artifact_type: 'bom' } },
        ...(UPDATED_BOM.includes(day) ? [{ tool: 'update_bom' }] : []),
        ...(UPDATED_CONTEXT.includes(day) ? [{ tool: 'update_context' }] : []),
      ],
    })),
  };
}
