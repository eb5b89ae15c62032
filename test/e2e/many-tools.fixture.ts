import path from 'node:path';
import { z } from 'zod';
import { platformTools, TOOL_SEARCH } from '#tools';
import { defineTool, type Pack, type Tool } from '#pack-kit';
import { readDataset } from '../../bench/broker/dataset.ts';

const DATASET = path.resolve('bench/broker/datasets/packs');
const VERBS = 'create cancel list update export approve archive assign duplicate audit rename'.split(' ');
const THINGS = `
  flight_ticket hotel_room payroll_run warehouse_bin delivery_van clinic_visit school_course gym_membership
  recipe_card insurance_claim solar_panel concert_seat library_loan pet_vaccine printer_queue`
  .trim()
  .split(/\s+/);

/** The packs' own tools and utterances (`bench/broker/datasets/packs`), in English and Arabic. */
export const utterances = readDataset(DATASET);

/** Tools of the dataset that the platform provides, so that the generated pack omits them. */
const PLATFORMS_OWN = [TOOL_SEARCH, 'read_file', 'write_file'];

/** 200 tools: those of the packs, and tools of other domains. */
export function packOfManyTools(): Pack {
  const own = utterances.tools
    .filter(({ name }) => !PLATFORMS_OWN.includes(name))
    .map(({ name, description, examples = [] }) => tool(name, description, [...examples]));
  const others = VERBS.flatMap((verb) =>
    THINGS.map((thing) => {
      const words = thing.replaceAll('_', ' ');
      return tool(`${verb}_${thing}`, `Use this to ${verb} a ${words} that the team looks after.`, [
        `${verb} the ${words}`,
      ]);
    }),
  );
  const tools = [...own, ...others].slice(0, 199);
  return {
    name: 'many',
    title: 'Many tools',
    loading: 'broker',
    agents: [
      {
        name: 'helper',
        description: 'Helps.',
        prompt: 'Help.',
        taskType: 'draft_reply',
        tools: [...tools.map(({ name }) => name), TOOL_SEARCH],
      },
    ],
    tools,
    excludeUniversal: platformTools.map(({ name }) => name),
  };
}

function tool(name: string, description: string, examples: string[]): Tool {
  return defineTool({
    name,
    description,
    category: 'many',
    input: z.object({
      query: z.string().optional().describe('What is looked for or worked on, in a few words.'),
      reference: z.string().optional().describe('The reference of the record that is meant, if it is known.'),
      limit: z.int().min(1).max(100).optional().describe('How many entries at most.'),
      from: z.string().optional().describe('The first day that counts, as an ISO 8601 date.'),
      until: z.string().optional().describe('The last day that counts, as an ISO 8601 date.'),
    }),
    whenToUse: [description],
    examples: examples.length > 0 ? examples : [description],
    channels: ['chat', 'voice'],
    role: 'any',
    sideEffect: 'none',
    intents: [],
    execute: async () => ({ done: name }),
  });
}

export interface Message {
  text: string;
  /** The right tools for the message. */
  gold: string[];
}

/**
 * 300 messages in English and Arabic: every utterance of the dataset (examples of tools and others), followed by
 * messages that join two utterances of the second kind.
 */
export function threeHundredMessages(): Message[] {
  const { tools, queries } = utterances;
  const examples = tools.flatMap(({ name, examples: own = [] }) =>
    own.map((text) => ({ text, gold: [name] })),
  );
  const joined = (lang: string, joint: string) => {
    const own = queries.filter((query) => query.lang === lang);
    return own.map(({ text, gold }, at) => {
      const other = own[(at + 7) % own.length]!;
      return { text: `${text}${joint}${other.text}`, gold: [...gold, ...other.gold] };
    });
  };
  const [english, arabic] = [joined('en', ' And then: '), joined('ar', ' ثم ')];
  const both = english.flatMap((message, at) => [message, ...(arabic[at] ? [arabic[at]] : [])]);
  return [...examples, ...queries, ...both].slice(0, 300);
}
