import type { MigrationInterface } from 'typeorm';
import { Baseline1795824000000 } from './1795824000000-baseline.ts';
import { Traces1795910400000 } from './1795910400000-traces.ts';
import { LiveText1795910460000 } from './1795910460000-live-text.ts';

/** Every migration, oldest first. A landed migration is never edited; the schema grows before it shrinks. */
export const migrations: (new () => MigrationInterface)[] = [
  Baseline1795824000000,
  Traces1795910400000,
  LiveText1795910460000,
];
