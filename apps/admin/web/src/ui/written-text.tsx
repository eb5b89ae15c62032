import type { ElementType } from 'react';
import { languageOf } from './language.ts';

interface WrittenTextProps {
  text: string;
  as?: ElementType;
  className?: string;
}

/** Text that a person or an agent wrote: each runs in its own direction and gets the fonts of its script. */
export function WrittenText({ text, as: Element = 'span', className }: WrittenTextProps) {
  return (
    <Element dir="auto" lang={languageOf(text)} className={className}>
      {text}
    </Element>
  );
}
