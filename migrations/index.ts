import type { MigrationInterface } from 'typeorm';
import { Baseline1795824000000 } from './1795824000000-baseline.ts';
import { Traces1795910400000 } from './1795910400000-traces.ts';
import { LiveText1795910460000 } from './1795910460000-live-text.ts';
import { WorkerSlots1795910520000 } from './1795910520000-worker-slots.ts';
import { OrgKnowledge1795910640000 } from './1795910640000-org-knowledge.ts';
import { LateCalls1795910700000 } from './1795910700000-late-calls.ts';
import { FileParts1795910710000 } from './1795910710000-file-parts.ts';
import { TurnNotifications1795910720000 } from './1795910720000-turn-notifications.ts';
import { FirstAttempts1795910730000 } from './1795910730000-first-attempts.ts';
import { PromptTexts1795910740000 } from './1795910740000-prompt-texts.ts';

/** Every migration, oldest first. A landed migration is never edited; the schema grows before it shrinks. */
export const migrations: (new () => MigrationInterface)[] = [
  Baseline1795824000000,
  Traces1795910400000,
  LiveText1795910460000,
  WorkerSlots1795910520000,
  OrgKnowledge1795910640000,
  LateCalls1795910700000,
  FileParts1795910710000,
  TurnNotifications1795910720000,
  FirstAttempts1795910730000,
  PromptTexts1795910740000,
];
