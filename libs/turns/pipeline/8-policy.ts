import { ATTRIBUTES, withSpan } from '#telemetry';
import { checkReply, policiesOf, situationOf } from './policy/check-reply.ts';
import { sampleLabel } from './policy/sample-label.ts';
import type { AnsweredTurn, TurnPorts } from './turn-context.ts';

/**
 * Step 8: checks the reply against the policies of the pack, and its links in every pack. Readers receive a reply after this
 * check, with the end of the turn, unless all its policies let it stream. In every pack, a reply based on sample rows is labelled as sample data.
 */
export function policy(ports: TurnPorts, turn: AnsweredTurn): Promise<AnsweredTurn> {
  return withSpan('policy', { kind: 'policy' }, async (span) => {
    span.setAttribute(ATTRIBUTES.draftReply, turn.reply);
    const policies = policiesOf(turn);
    let checked = turn;
    const situation = situationOf(turn);
    for (const rule of policies) {
      const { reply, standing, outcome, problems } = await checkReply(ports, checked, rule, situation);
      span.setAttributes({
        [`policy.${rule.name}`]: standing,
        ...(outcome && { [`policy.${rule.name}.outcome`]: outcome }),
        ...(problems.length > 0 && { [`policy.${rule.name}.problems`]: problems }),
      });
      checked = { ...checked, reply };
    }
    const label = sampleLabel(checked);
    if (label !== undefined) {
      span.setAttribute('policy.sampleLabel', 'added');
      checked = { ...checked, reply: `${checked.reply}\n${label}` };
    }
    return checked;
  });
}
