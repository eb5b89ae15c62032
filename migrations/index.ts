import type { MigrationInterface } from 'typeorm';
import { Turns1763600000002 } from './1763600000002-turns.ts';
import { Tools1763600000006 } from './1763600000006-tools.ts';

/** Every migration, oldest first. A landed migration is never edited; the schema grows before it shrinks. */
export const migrations: (new () => MigrationInterface)[] = [Turns1763600000002, Tools1763600000006];
