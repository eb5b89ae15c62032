/** A setting that a pack declares (`PackSpec.settings`). */
export interface PackSetting {
  pack: string;
  name: string;
  default?: string;
  secret?: boolean;
  description: string;
}
