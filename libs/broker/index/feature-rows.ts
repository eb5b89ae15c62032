/** Maximum share of used slots, to keep probes short. */
const MAX_LOAD = 0.5;
const MIN_SLOTS = 16;

/** Assigns row numbers to features (32-bit hashes) in order of arrival: open addressing with linear probing over typed arrays. */
export class FeatureRows {
  private keys = new Uint32Array(MIN_SLOTS);
  /** Row of each slot plus one; 0 is an empty slot. */
  private rows = new Uint32Array(MIN_SLOTS);
  private count = 0;

  /** Assigns rows to distinct features, in their order. */
  static of(features: Uint32Array): FeatureRows {
    const rows = new FeatureRows();
    for (const feature of features) rows.add(feature);
    return rows;
  }

  get size(): number {
    return this.count;
  }

  /** The row of the feature; adds a row if there is none. */
  add(feature: number): number {
    const slot = this.slotOf(feature);
    if (this.rows[slot] !== 0) return this.rows[slot]! - 1;
    this.keys[slot] = feature;
    this.count += 1;
    this.rows[slot] = this.count;
    if (this.count > this.keys.length * MAX_LOAD) this.grow();
    return this.count - 1;
  }

  /** The row of the feature, -1 if there is none. */
  find(feature: number): number {
    return this.rows[this.slotOf(feature)]! - 1;
  }

  /** The slot of the feature, or the empty slot for it. */
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
