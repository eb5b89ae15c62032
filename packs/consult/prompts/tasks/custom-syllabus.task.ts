import { z } from 'zod';
import { defineTask } from '#pack-kit';
import { material } from './material.ts';

export const DAYS = 2;
export const MIN_MODULES = 4;
export const MAX_MODULES = 8;

export const syllabusInput = material.extend({
  teamRoles: z.string(),
  painPoints: z.array(z.string()).min(1).max(8),
  techStack: z.string(),
});
export const syllabusModule = z.object({
  title: z.string().min(1).max(200),
  /** Indexes of the pain points that it covers, from 0. */
  covers: z.array(z.int().min(0)).max(8),
  outcomes: z.array(z.string().min(1).max(300)).min(1).max(5),
});
export const syllabusOutput = z.object({
  title: z.string().min(1).max(200),
  modules: z.array(syllabusModule).min(MIN_MODULES).max(MAX_MODULES),
});

export const customSyllabusTask = defineTask({
  key: 'consult.custom_syllabus',
  taskType: 'draft_reply',
  instructions: `Plan a ${DAYS}-day workshop in ${MIN_MODULES} to ${MAX_MODULES} modules, in the language given. The first module is a joint start (goals, baseline), the pain points follow from the second in the order given, each covered by exactly one module (covers: their numbers from 0), the last is a plan for afterwards. Words of the visitor are those of messages and profile. Outcomes only: what the team will have or be able to judge, never methods, steps, code or prompts.`,
  input: syllabusInput,
  output: syllabusOutput,
});
