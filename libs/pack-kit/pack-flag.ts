interface PackFlagBase {
  /** snake_case, unique among the flags of the platform and all packs. */
  key: string;
  /** Effect of the flag, in one or two sentences. */
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
