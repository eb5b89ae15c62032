import { defineScenarios } from '#pack-kit';
import { projectBuild } from './project-build.ts';
import { artifactReads } from './artifact-reads.ts';
import { artifactWrites } from './artifact-writes.ts';

/** The acceptance scenarios of the pack; the clock starts where the demo projects end. */
export const scenarios = defineScenarios({
  pack: 'ohm',
  org: 'maker',
  anchor: '2026-11-16',
  clockAt: '2026-11-16T09:00:00Z',
  usesConsole: true,
  // Those that look at the demo projects come before those that change them.
  scenarios: [...artifactReads, ...artifactWrites, ...projectBuild],
});
