import type { FlagInOrg, FlagView } from '#contracts';
import { counted } from '../ui/format.ts';
import { defaultOf, percentWord, rateWord, valueWord } from './flag-labels.ts';

type Value = FlagView['declaredDefault'];

export type FlagEdit =
  | { place: 'default'; value: Value | null }
  | { place: 'org'; org: string; value: Value | null }
  | { place: 'share'; org: string; value: Value | null; percent: number }
  | { place: 'conversation'; org: string; conversationId: string; value: Value | null }
  | { place: 'kill' }
  | { place: 'revive' };

const SHOWN_NAMES = 4;

/** The consequences of a change, as sentences. A value of null clears the place. */
export function consequencesOf(flag: FlagView, edit: FlagEdit): string[] {
  if (edit.place === 'kill') return killed(flag);
  if (edit.place === 'revive') return revived(flag);
  const happens = edit.place === 'default' ? ofDefault(flag, edit.value) : ofOrg(flag, edit);
  if (!flag.killed) return happens;
  return [
    `The kill switch is on: every org stays at “${valueWord(flag.safe)}” until it is switched off.`,
    ...happens.map((sentence) => `After that: ${sentence}`),
  ];
}

export function isGated(flag: FlagView, edit: FlagEdit): boolean {
  return (
    edit.place === 'default' && flag.gate !== null && edit.value === flag.gate.variant && !flag.gate.open
  );
}

function ofDefault(flag: FlagView, value: Value | null): string[] {
  const next = value ?? flag.declaredDefault;
  const before = defaultOf(flag);
  const followers = flag.orgs.filter((org) => org.own.value === null);
  const own = flag.orgs.length - followers.length;
  const sentences =
    next === before
      ? [`The default stays “${valueWord(next)}”; no org changes.`]
      : [
          `${named(followers)} ${followers.length === 1 ? 'goes' : 'go'} from “${valueWord(before)}” to “${valueWord(next)}”.`,
        ];
  if (own > 0)
    sentences.push(
      `${counted(own, 'org')} with a value of ${own === 1 ? 'its' : 'their'} own ${own === 1 ? 'stays' : 'stay'} as ${own === 1 ? 'it is' : 'they are'}.`,
    );
  return [...sentences, ...guardSentence(flag, next)];
}

function ofOrg(flag: FlagView, edit: Extract<FlagEdit, { org: string }>): string[] {
  const target = flag.orgs.find(({ org }) => org.slug === edit.org);
  if (!target) return [];
  const inherited = defaultOf(flag);
  const base = target.own.value ?? inherited;
  switch (edit.place) {
    case 'org':
      return orgValue(flag, target, { base, next: edit.value ?? inherited });
    case 'share':
      return shareValue(flag, target, { base, ...edit });
    case 'conversation':
      return [
        edit.value === null
          ? 'From its next turn the conversation follows its org again.'
          : `From its next turn this conversation gets “${valueWord(edit.value)}”. Nothing else changes.`,
      ];
  }
}

function orgValue(
  flag: FlagView,
  { org, share, pinned }: FlagInOrg,
  { base, next }: { base: Value; next: Value },
): string[] {
  if (base === next) return [`${org.name} stays at “${valueWord(next)}”; no conversation changes.`];
  const sentences = [
    `Every conversation of ${org.name} goes from “${valueWord(base)}” to “${valueWord(next)}” with its next turn.`,
  ];
  if (share.value !== null)
    sentences.push(
      share.value === next
        ? `Its share, ${percentWord(share.percent)} with “${valueWord(next)}”, stays stored but has no effect.`
        : `${percentWord(share.percent)} of its conversations keep “${valueWord(share.value)}”.`,
    );
  if (pinned > 0)
    sentences.push(
      `${pinned} pinned ${pinned === 1 ? 'conversation keeps its' : 'conversations keep their'} own value.`,
    );
  return [...sentences, ...guardSentence(flag, next)];
}

function shareValue(
  flag: FlagView,
  { org, share }: FlagInOrg,
  { base, value, percent }: { base: Value; value: Value | null; percent: number },
): string[] {
  if (value === null) return [`All conversations of ${org.name} get “${valueWord(base)}” again.`];
  const sentences = [
    `${percentWord(percent)} of the conversations of ${org.name} get “${valueWord(value)}”; the others stay at “${valueWord(base)}”.`,
  ];
  if (share.value === value && share.percent !== null)
    sentences.push(
      percent >= share.percent
        ? `Conversations in the current ${percentWord(share.percent)} stay in it.`
        : `Of the current ${percentWord(share.percent)}, ${percentWord(percent)} stay in it.`,
    );
  return [...sentences, ...guardSentence(flag, value)];
}

function killed(flag: FlagView): string[] {
  const changed = flag.orgs.filter((org) => org.effective !== flag.safe);
  return [
    `Every org is forced to “${valueWord(flag.safe)}” within 2 s, including shares and pinned conversations.`,
    changed.length === 0
      ? 'All orgs already have this value.'
      : `${named(changed)} change${changed.length === 1 ? 's' : ''}.`,
    'Settings stay stored and apply again when the switch is off.',
  ];
}

function revived(flag: FlagView): string[] {
  const back = flag.orgs.filter((org) => (org.own.value ?? defaultOf(flag)) !== flag.safe);
  return [
    'Stored settings apply again within 2 s.',
    back.length === 0
      ? 'No org changes.'
      : `${named(back)} leave${back.length === 1 ? 's' : ''} “${valueWord(flag.safe)}”.`,
  ];
}

export function guardWords(guard: NonNullable<FlagView['guard']>): string {
  return `Falls back to “${guard.fallback}” in an org where toolInBrokeredSet is below ${rateWord(guard.minRate)} for ${guard.windowMinutes} minutes with at least ${guard.minTurns} turns.`;
}

function guardSentence({ guard }: FlagView, value: Value): string[] {
  return guard && value === guard.variant ? [`Safeguard: ${lower(guardWords(guard))}`] : [];
}

function named(some: readonly FlagInOrg[]): string {
  if (some.length === 0) return 'No org';
  const names = some.slice(0, SHOWN_NAMES).map(({ org }) => org.name);
  const rest = some.length - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${counted(rest, 'org')} more`;
}

const lower = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
