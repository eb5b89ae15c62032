import { z } from 'zod';
import { consoleOf, deedsOf } from './deeds.ts';
import { blame, praise } from './messages.data.ts';
import { Dice } from '../../test/harness/dice.ts';
import type { Recorder, SentMessage } from './recorder.ts';
import { momentOf, outagesOf, planMessages, type StoryMessage } from './story.ts';

const FEEDBACK_SHARE = 0.25;
const FEEDBACK_SEED = 77;
/** At the end of a working day somebody looks at what waits; on the last day nobody does. */
const EVENING_HOUR = 18.1;
const NIGHT_HOUR = 23.5;
/** Real seconds that an open circuit needs to close again after an outage. */
const CIRCUIT_CLOSES_MS = 16_000;
const answer = z.unknown();
const approvalPage = z.object({ items: z.array(z.object({ id: z.string(), tool: z.string() })) });

/** Lives through the days: messages, what people do in the console, what they think of replies, what is learned by night. */
export async function tellStory(
  recorder: Recorder,
  start: Date,
  days: number,
  tell: (line: string) => void,
): Promise<void> {
  const messages = planMessages(start, days);
  const deeds = deedsOf(start);
  const dice = new Dice(FEEDBACK_SEED);
  for (let day = 0; day < days; day += 1) {
    const [from, to] = [momentOf(start, day, 0), momentOf(start, day + 1, 0)];
    const today = (entry: { at: Date }) => entry.at >= from && entry.at < to;
    const evening = { at: momentOf(start, day, EVENING_HOUR), do: (story: Recorder) => decide(story, dice) };
    const acts = [...deeds.filter(today), ...(day < days - 1 ? [evening] : [])];
    const said = messages.filter(today);
    const moments = [...new Set([...said, ...acts].map(({ at }) => at.getTime()))].sort((a, b) => a - b);
    for (const time of moments) {
      await recorder.moveTo(new Date(time));
      for (const act of acts.filter(({ at }) => at.getTime() === time)) await act.do(recorder);
      await say(
        recorder,
        said.filter(({ at }) => at.getTime() === time),
        dice,
      );
      if (outagesOf(start).some(({ to: end }) => end.getTime() > time - 900_000 && end.getTime() <= time))
        await new Promise((resolve) => setTimeout(resolve, CIRCUIT_CLOSES_MS));
    }
    await recorder.moveTo(momentOf(start, day, NIGHT_HOUR));
    await recorder.learn();
    tell(`day ${day + 1}: ${said.length} messages, broker ${await brokerRate(recorder, from)}`);
  }
}

async function say(recorder: Recorder, messages: readonly StoryMessage[], dice: Dice): Promise<void> {
  if (messages.length === 0) return;
  const sent = await recorder.send(messages);
  for (const [index, turn] of sent.entries()) {
    const org = messages[index]?.org;
    if (org !== undefined && dice.next() < FEEDBACK_SHARE) await judge(recorder, org, turn, dice);
  }
}

/** A thumb up for most turns that ended well, and down for those that did not. */
async function judge(recorder: Recorder, org: string, { turnId }: SentMessage, dice: Dice): Promise<void> {
  const [turn] = await recorder.rows<{ state: string }>('SELECT state FROM turns WHERE id = $1', [turnId]);
  if (turn?.state !== 'completed') return;
  const rating = dice.next() < 0.8 ? 'up' : 'down';
  const comment = dice.pick<string | undefined>(rating === 'up' ? praise : blame);
  await recorder.request(org, `/v1/turns/${turnId}/feedback`, { rating, ...(comment && { comment }) });
}

/** Somebody of the org goes through what waits for a person. */
async function decide(recorder: Recorder, dice: Dice): Promise<void> {
  const member = await consoleOf(recorder, 'member');
  const { items } = await member.get('approvals?state=pending', approvalPage);
  for (const { id } of items) {
    const decision = dice.next() < 0.75 ? 'approve' : 'refuse';
    const comment = decision === 'approve' ? 'Checked with the client' : 'Not before the seller has answered';
    await member.post(`approvals/${id}`, { decision, comment }, answer);
  }
  await recorder.settled();
}

async function brokerRate(recorder: Recorder, from: Date): Promise<string> {
  const rows = await recorder.rows<{ slug: string; measured: number; inside: number }>(
    `SELECT o.slug, count(*)::int AS measured, count(*) FILTER (WHERE cardinality(tools_missed) = 0)::int AS inside
       FROM broker_decisions d JOIN orgs o ON o.id = d.org_id JOIN turns t ON t.id = d.turn_id
      WHERE t.created_at >= $1 AND tools_brokered IS NOT NULL AND cardinality(tools_selected) > 0 GROUP BY o.slug ORDER BY o.slug`,
    [from],
  );
  return rows.map(({ slug, measured, inside }) => `${slug} ${inside}/${measured}`).join(', ');
}
