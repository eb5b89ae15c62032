import names from './arabic-names.json' with { type: 'json' };

/** Arabic names of the parts of the catalogue; a type stays as it is printed on the part. */
const NAMES: Readonly<Record<string, string>> = names;

/** The name of a part in the language of a reply. */
export function nameIn(language: string, part: { id: string; name: string }): string {
  return (language === 'ar' && NAMES[part.id]) || part.name;
}
