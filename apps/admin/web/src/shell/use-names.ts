import { useDebouncedValue } from '@mantine/hooks';
import { z } from 'zod';
import { contactId } from '#contracts';
import { conversationsRequest, flagsRequest, toolsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';

const TYPING_PAUSE_MS = 200;

// Only the names, since full schemas are part of the pages.
const toolNames = z.object({ items: z.array(z.object({ name: z.string() })) });
const flagKeys = z.object({ items: z.array(z.object({ key: z.string() })) });
const contacts = z.object({ items: z.array(z.object({ contactId: z.string() })) });

/** Names found by the palette, in the org of the address. */
export interface Names {
  tools: readonly string[];
  flags: readonly string[];
  /** A contact whose id is exactly the text; a partial match would have to search every conversation. */
  contact: string | undefined;
}

export function useNames(text: string, org: string | undefined): Names {
  const tools = useAnswer({ ...toolsRequest({ org }), key: 'tool-names' }, toolNames);
  const flags = useAnswer({ ...flagsRequest(org), key: 'flag-keys' }, flagKeys);
  const [typed] = useDebouncedValue(text.trim(), TYPING_PAUSE_MS);
  const { path, query } = conversationsRequest({ org, contact: typed });
  const found = useAnswer({ key: 'contact-names', path, query: { ...query, limit: 1 } }, contacts, {
    enabled: contactId.safeParse(typed).success,
  });
  return {
    tools: tools.data?.items.map(({ name }) => name) ?? [],
    flags: flags.data?.items.map(({ key }) => key) ?? [],
    contact: found.data?.items.map((one) => one.contactId).find((id) => id === text.trim()),
  };
}
