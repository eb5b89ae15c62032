import { conversationPlace, orgPlace } from '#flags';
import type { Org } from '#identity';
import type { TurnsFixture } from './turns.fixture.ts';

/** Sets a flag for an org, or for one of its conversations, and waits until this process knows. */
export async function setFlag(
  { database, rules, flagStore }: Pick<TurnsFixture, 'database' | 'rules' | 'flagStore'>,
  org: Pick<Org, 'id'>,
  [key, value]: [key: string, value: boolean | string],
  conversationId?: string,
): Promise<void> {
  const place =
    conversationId === undefined ? orgPlace('org', org.id) : conversationPlace(org.id, conversationId);
  await database.forOrg(org.id, async (tx) => {
    const before = await rules.hold(tx, key, place);
    await rules.write(tx, key, place, { ...before, value: String(value) });
  });
  await flagStore.refresh();
}
