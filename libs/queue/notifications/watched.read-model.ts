import type { Database } from '#database';

/** Reads the progress of each watched turn or conversation: the number of its last event, or of its turns and updates. */
export class WatchedReadModel {
  constructor(private readonly database: Database) {}

  /** @param watched org by id of the turn or conversation. */
  read(watched: ReadonlyMap<string, string>): Promise<{ id: string; last: number }[]> {
    return this.database.asPlatform(
      'one poller reads the watched turns and conversations of every org',
      (tx) =>
        tx.query<{ id: string; last: number }>(
          `SELECT watched.id, coalesce(
                  (SELECT max(e.seq) FROM turn_events e WHERE e.org_id = watched.org_id AND e.turn_id = watched.id),
                  (SELECT c.turn_count + c.artifact_updates FROM conversations c WHERE c.org_id = watched.org_id AND c.id = watched.id),
                  0) AS last
           FROM unnest($1::uuid[], $2::uuid[]) AS watched(org_id, id)`,
          [[...watched.values()], [...watched.keys()]],
        ),
    );
  }
}
