interface PackFlagBase {
  /** Snake case, unique over the platform and all packs. */
  key: string;
  /** The effect of switching it, in a sentence or two. */
  description: string;
  /** Name of the pack. */
  owner: string;
}

/** A feature flag of a pack. The kill switch forces `false`, or the variant `safe`. */
export type PackFlag = PackFlagBase &
  (
    | { type: 'boolean'; default: boolean }
    | { type: 'variants'; variants: readonly string[]; default: string; safe: string }
  );
