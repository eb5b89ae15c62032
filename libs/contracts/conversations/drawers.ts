import { z } from 'zod';

export const drawerName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'expected the name of a drawer, such as bom');

/** A list in a panel, which the pack computes from the artifacts of the conversation. */
const drawerList = z.object({
  title: z.string(),
  /** Description of the list, or the reason why it is empty. */
  about: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** Text at the end of the line, such as a price. */
      note: z.string().nullable(),
      facts: z.array(z.string()),
      /** Reason for highlighting the item, for example that the project uses it. */
      mark: z.string().nullable(),
    }),
  ),
});
export type DrawerList = z.infer<typeof drawerList>;
export const drawerLists = z.object({ lists: z.array(drawerList) });
export type DrawerLists = z.infer<typeof drawerLists>;
