import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import classes from './filters.module.css';

const TYPING_PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  /** Names the texts that are searched: "Search messages". */
  placeholder: string;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
  /** Called on `Enter`, for example to go to the next match. */
  onEnter?: (event: KeyboardEvent) => void;
  /** The field is as narrow as a select, because another search field is beside it. */
  narrow?: boolean;
}

/** A search field that submits after a pause in typing. `/` focuses it. The server refuses a text that is too long. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, value = '', onChange, onEnter, narrow = false } = props;
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((next: string) => {
    sent.current = next.trim();
    onChange(next.trim() || undefined);
  }, TYPING_PAUSE_MS);
  useEffect(() => {
    // The address was changed elsewhere: back, a link, "Clear".
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
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        send(event.currentTarget.value);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.(event);
        if (event.key !== 'Escape') return;
        // Otherwise the browser would clear the field.
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
