const MAX_NAME_CHARACTERS = 200;
const UNNAMED = 'file';

/** A safe file name, without folders, control characters and bidirectional overrides. */
export function fileNameOf(given: string | undefined): string {
  const last = (given ?? '').toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const shown = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const name = [...shown].slice(0, MAX_NAME_CHARACTERS).join('');
  return name === '' || name === '.' || name === '..' ? UNNAMED : name;
}
