import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { MAX_SEARCH_CHARACTERS } from '#contracts/console';
import classes from './filters.module.css';

const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  /** For screen readers: "Search turns". */
  label: string;
  /** What can be found by it. */
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** As many as the server takes. */
  maxLength?: number;
  /** What `Enter` does: goes through what was found. */
  onEnter?: (event: KeyboardEvent) => void;
  /** As wide as a choice: beside a search for words. */
  narrow?: boolean;
}

/** Words to search for; sent on after a pause in typing. `/` brings the cursor here. */
export function SearchField(props: SearchFieldProps) {
  const {
    label,
    placeholder,
    value = '',
    onChange,
    onEnter,
    maxLength = MAX_SEARCH_CHARACTERS,
    narrow = false,
  } = props;
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onChange(next.trim() || undefined);
  }, TYPING_PAUSE_MS);
  useEffect(() => {
    // The address changed by other means: back, a link, "Clear".
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      className={classes.search}
      data-narrow={narrow || undefined}
      leftSection={<IconSearch size={14} />}
      maxLength={maxLength}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.(event);
        if (event.key !== 'Escape') return;
        // A browser would empty the field, and so the search.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
