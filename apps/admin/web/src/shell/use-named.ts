import { useDebouncedValue } from '@mantine/hooks';
import { z } from 'zod';
import { contactId } from '#contracts';
import { conversationsAsk, flagsAsk, toolsAsk } from '../api/asks.ts';
import { useAnswer } from '../api/use-answer.ts';

const TYPING_PAUSE_MS = 200;

// No more of the answers than is shown: what pages read of them comes with the pages.
const toolNames = z.object({ items: z.array(z.object({ name: z.string() })) });
const flagKeys = z.object({ items: z.array(z.object({ key: z.string() })) });
const contacts = z.object({ items: z.array(z.object({ contactId: z.string() })) });

/** What is found by its name, as the org of the address has it. */
export interface Named {
  tools: readonly string[];
  flags: readonly string[];
  /** Who is called exactly what was typed; part of an id would have to be searched for in every conversation. */
  contact: string | undefined;
}

export function useNamed(text: string, org: string | undefined): Named {
  const tools = useAnswer({ key: 'tool-names', ...toolsAsk({ org }), schema: toolNames });
  const flags = useAnswer({ key: 'flag-keys', ...flagsAsk(org), schema: flagKeys });
  const [typed] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const { path, query } = conversationsAsk({ org, contact: typed });
  const found = useAnswer({
    key: 'contact-names',
    path,
    query: { ...query, limit: 1 },
    schema: contacts,
    enabled: contactId.safeParse(typed).success,
  });
  return {
    tools: tools.data?.items.map(({ name }) => name) ?? [],
    flags: flags.data?.items.map(({ key }) => key) ?? [],
    contact: found.data?.items.map((one) => one.contactId).find((id) => id === text.trim()),
  };
}
