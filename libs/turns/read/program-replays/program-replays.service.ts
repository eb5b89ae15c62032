import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { ProgramReplay } from '#contracts';
import { Database } from '#database';
import { OrgService } from '#identity';
import type { GenerateResult } from '#models';
import { ProgramWaitsError, SharedSandbox } from '#sandbox';
import { fencedProgram } from '../../pipeline/programs/fenced-program.ts';
import { programLimits } from '../../pipeline/programs/offer-programs.ts';
import {
  answerOf,
  ProgramJournal,
  seedOf,
  type RecordedCall,
  type RecordedStart,
} from '../../pipeline/programs/program-journal.ts';
import type { RecordedToolCall } from '../../pipeline/recorded-calls.ts';
import { hasTurn, readProgramSteps, type ProgramStepRow } from './program-steps.read-model.ts';

type StoredProgram = ProgramReplay['program'];
type End = NonNullable<StoredProgram['end']>;

/** Programs of turns, as stored and replayed against their recorded results. */
@Injectable()
export class ProgramReplays {
  constructor(
    private readonly database: Database,
    @Inject(SharedSandbox) private readonly sandbox: Pick<SharedSandbox, 'run'>,
    @Inject(OrgService) private readonly orgs: Pick<OrgService, 'settingsOf'>,
  ) {}

  /** @returns the programs of the turn in their order; undefined if the org has no such turn. */
  async list(orgId: string, turnId: string): Promise<StoredProgram[] | undefined> {
    const steps = await this.steps(orgId, turnId);
    if (steps.size === 0 && !(await this.database.forOrg(orgId, (tx) => hasTurn(tx, turnId))))
      return undefined;
    return placesOf(steps).flatMap((place) => storedProgram(steps, place) ?? []);
  }

  /**
   * Runs the program again with the recorded results of its calls: no tool is called. A call without a recorded result gets
   * no answer.
   *
   * @returns undefined if the turn has no such program.
   */
  async run(orgId: string, turnId: string, place: string): Promise<ProgramReplay | undefined> {
    const steps = await this.steps(orgId, turnId);
    const program = storedProgram(steps, place);
    if (!program) return undefined;
    const journal = journalOf(steps, place);
    const replay = await this.sandbox
      .run({
        code: program.code,
        orgId,
        tools: startOf(steps, journal.key)?.tools ?? [],
        call: async ({ sequence }) => {
          const call = journal.call(sequence);
          return call ? answerOf(call) : 'waits';
        },
        startedAt: new Date(program.startedAt),
        seed: seedOf(turnId, journal.key),
        limits: programLimits(await this.orgs.settingsOf(orgId)),
        recorded: journal.recorded(),
      })
      .then(
        ({ logs, cpuMs, wallMs, memoryBytes, ...outcome }) => ({
          ...(outcome.ok
            ? { ok: true, value: outcome.value, errorCode: null, error: null }
            : { ok: false, value: null, errorCode: outcome.errorCode, error: outcome.error }),
          logs,
          cpuMs,
          wallMs,
          memoryBytes,
        }),
        (error: unknown) => {
          if (!(error instanceof ProgramWaitsError)) throw error;
          const waits = 'It waits for a call that was never answered.';
          return { ...UNENDED, errorCode: 'UNANSWERED', error: waits };
        },
      );
    return { program, replay, same: program.end && sameEnd(program.end, replay) };
  }

  private async steps(orgId: string, turnId: string): Promise<Map<string, unknown>> {
    const rows: ProgramStepRow[] = await this.database.forOrgAtOnce(orgId, (tx) =>
      readProgramSteps(tx, turnId),
    );
    return new Map(rows.map(({ key, outcome }) => [key, outcome]));
  }
}

const UNENDED = { ok: false, value: null, logs: [], cpuMs: 0, wallMs: 0, memoryBytes: 0 };

const PROGRAM_KEY = /^program:(\d+):(\d+)$/;
const CALL_KEY = /^program:\d+:\d+:(\d+)$/;

function placesOf(steps: ReadonlyMap<string, unknown>): string[] {
  return [...steps.keys()].flatMap((key) => {
    const [, round, index] = PROGRAM_KEY.exec(key) ?? [];
    return round === undefined ? [] : [`${round}.${index}`];
  });
}

function journalOf(steps: ReadonlyMap<string, unknown>, place: string): ProgramJournal {
  const recorded = <Outcome>(key: string) => steps.get(key) as Outcome | undefined;
  return new ProgramJournal({ recorded, record: () => undefined }, `program:${place.replace('.', ':')}`);
}

function startOf(steps: ReadonlyMap<string, unknown>, key: string): RecordedStart | undefined {
  return steps.get(key) as RecordedStart | undefined;
}

function storedProgram(steps: ReadonlyMap<string, unknown>, place: string): StoredProgram | undefined {
  const { key } = journalOf(steps, place);
  const call = steps.get(key.replace('program:', 'tool:')) as RecordedToolCall | undefined;
  const started = startOf(steps, key);
  const code = call?.arguments['code'] ?? codeWritten(steps, place);
  if (!started || typeof code !== 'string') return undefined;
  const calls = [...steps].flatMap(([name, outcome]) => {
    const [, sequence] = name.startsWith(`${key}:`) ? (CALL_KEY.exec(name) ?? []) : [];
    if (sequence === undefined) return [];
    const { tool, input, ok, answer } = outcome as RecordedCall;
    return {
      sequence: Number(sequence),
      tool,
      input: JSON.parse(input) as unknown,
      ok,
      answer: JSON.parse(answer) as unknown,
    };
  });
  return {
    place,
    code,
    startedAt: started.startedAt,
    end: endOf(call),
    calls: calls.sort((a, b) => a.sequence - b.sequence),
  };
}

/** The code of a program that has not ended, from the model's answer. A completed turn may lack that step. */
function codeWritten(steps: ReadonlyMap<string, unknown>, place: string): unknown {
  const [round, index] = place.split('.');
  const answer = steps.get(`model:${round}`) as GenerateResult | undefined;
  const call = answer?.toolCalls[Number(index)];
  return call ? call.arguments['code'] : answer && fencedProgram(answer.text, () => true);
}

function endOf(call: RecordedToolCall | undefined): End | null {
  if (!call) return null;
  const shown = JSON.parse(call.modelText) as { data?: unknown; errorCode?: string; error?: string };
  return call.success
    ? { ok: true, value: shown.data ?? null, errorCode: null, error: null }
    : { ok: false, value: null, errorCode: shown.errorCode ?? null, error: shown.error ?? null };
}

/** Compares errors by their codes: a message may name a limit that has changed since. */
function sameEnd(a: End, b: End): boolean {
  return a.ok === b.ok && a.errorCode === b.errorCode && isDeepStrictEqual(a.value, b.value);
}
