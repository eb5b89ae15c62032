import { z } from 'zod';

/** Name of a drawer, as packs declare them. */
export const drawerName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/, 'expected the name of a drawer, such as bom');

/** A list that a drawer shows: what a pack works out from the artifacts of the conversation. */
const drawerList = z.object({
  title: z.string(),
  /** What it lists, or why there is nothing in it. */
  about: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      /** What stands at the end of its line, such as a price. */
      note: z.string().nullable(),
      facts: z.array(z.string()),
      /** Why it stands out, such as that the project uses it. */
      mark: z.string().nullable(),
    }),
  ),
});
export type DrawerList = z.infer<typeof drawerList>;
export const drawerLists = z.object({ lists: z.array(drawerList) });
export type DrawerLists = z.infer<typeof drawerLists>;
