import type { OrgTransaction, SeedContext } from '#pack-kit';
import { demoProjects } from './demo-projects.ts';

/** Makes the demo projects that are missing. Running it again changes nothing. */
export async function seedOhm(tx: OrgTransaction, context: SeedContext): Promise<void> {
  for (const project of demoProjects(context.anchor)) await context.addConversation(tx, project);
}
