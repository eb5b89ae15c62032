import { flagDetail, flagList, type FlagInOrg } from '#contracts';
import { flagRequest, flagsRequest } from '../api/requests.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useChange, type ChangeOptions } from '../api/use-change.ts';
import { usePermissions } from '../session/use-permissions.ts';
import type { FlagEdit } from './consequences.ts';

/** Another process can change a flag, so an open page polls. */
const POLL_MS = 5_000;

export function useFlags(org: string | undefined) {
  return useAnswer(flagsRequest(org), flagList, { pollMs: POLL_MS });
}

export function useFlag(key: string, org: string | undefined) {
  return useAnswer(flagRequest(key, org), flagDetail, { pollMs: POLL_MS });
}

/** The flag in every org, whichever is picked; undefined while it loads and for viewers of a single org. */
export function useFlagInAllOrgs(key: string): FlagInOrg[] | undefined {
  const { allOrgs } = usePermissions();
  const answer = useAnswer(flagRequest(key, undefined), flagDetail, { pollMs: POLL_MS, enabled: allOrgs });
  return allOrgs ? answer.data?.flag.orgs : undefined;
}

interface FlagChangeOptions {
  revision: number | undefined;
  overrideGate: boolean;
}

/** A change of a flag, whose input is the reason. */
export function flagChange(
  flag: string,
  edit: FlagEdit,
  { revision, overrideGate }: FlagChangeOptions,
): ChangeOptions<string> {
  return {
    request: (why) => {
      const path = `/admin/flags/${encodeURIComponent(flag)}`;
      if (edit.place === 'kill' || edit.place === 'revive')
        return { method: 'POST', path: `${path}/${edit.place}`, body: { why, revision } };
      const at = placeOf(edit);
      if (edit.value === null) return { method: 'POST', path: `${path}/clear`, body: { at, why, revision } };
      const percent = edit.place === 'share' ? edit.percent : undefined;
      return {
        method: 'POST',
        path: `${path}/set`,
        body: { at, value: edit.value, percent, why, revision, overrideGate },
      };
    },
    invalidates: ['flags'],
    done: () => 'Changed. Every process has the new value within 2 s',
  };
}

function placeOf(edit: Exclude<FlagEdit, { place: 'kill' | 'revive' }>) {
  switch (edit.place) {
    case 'default':
      return { place: edit.place };
    case 'conversation':
      return { place: edit.place, org: edit.org, conversationId: edit.conversationId };
    default:
      return { place: edit.place, org: edit.org };
  }
}

export function useFlagUndo(onDone: () => void) {
  return useChange<{ changeId: string; why: string; force: boolean }>({
    request: ({ changeId, why, force }) => ({
      method: 'POST',
      path: `/admin/flags/changes/${changeId}/undo`,
      body: { why, force },
    }),
    invalidates: ['flags'],
    done: () => 'Undone',
    onSuccess: onDone,
    showsError: true,
  });
}
