/** Share of the slots that may be taken before a probe gets long. */
const MAX_LOAD = 0.5;
const MIN_SLOTS = 16;

/** Numbers features (32-bit hashes) as they come: open addressing with linear probing over typed arrays. */
export class FeatureRows {
  private keys = new Uint32Array(MIN_SLOTS);
  /** Row of each slot plus one; 0 is an empty slot. */
  private rows = new Uint32Array(MIN_SLOTS);
  private count = 0;

  /** The rows of features that differ, in their order. */
  static of(features: Uint32Array): FeatureRows {
    const rows = new FeatureRows();
    for (const feature of features) rows.add(feature);
    return rows;
  }

  get size(): number {
    return this.count;
  }

  /** The row of the feature; a new one where it has none. */
  add(feature: number): number {
    const slot = this.slotOf(feature);
    if (this.rows[slot] !== 0) return this.rows[slot]! - 1;
    this.keys[slot] = feature;
    this.count += 1;
    this.rows[slot] = this.count;
    if (this.count > this.keys.length * MAX_LOAD) this.grow();
    return this.count - 1;
  }

  /** The row of the feature, -1 where it has none. */
  find(feature: number): number {
    return this.rows[this.slotOf(feature)]! - 1;
  }

  /** Its slot, or the empty one where it would go. */
  private slotOf(feature: number): number {
    const { keys, rows } = this;
    const mask = keys.length - 1;
    let slot = feature & mask;
    while (rows[slot] !== 0 && keys[slot] !== feature) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, rows } = this;
    this.keys = new Uint32Array(keys.length * 2);
    this.rows = new Uint32Array(keys.length * 2);
    for (let from = 0; from < keys.length; from += 1) {
      if (rows[from] === 0) continue;
      const slot = this.slotOf(keys[from]!);
      this.keys[slot] = keys[from]!;
      this.rows[slot] = rows[from]!;
    }
  }
}
