import { Box, Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react';
import { ProblemError, type ShownProblem } from '../api/problem-error.ts';
import { counted, formatExact } from './format.ts';
import { TOO_LONG } from './forms.ts';

type FieldError = NonNullable<ShownProblem['errors']>[number];

type FieldProps = Pick<TextInputProps, 'name' | 'value' | 'maxLength' | 'error'>;

interface Form {
  errors: readonly FieldError[];
  /** Adds a field. @returns a function that removes it. */
  join: (name: string) => () => void;
}

const FormContext = createContext<Form>({ errors: [], join: () => () => undefined });

interface FormFieldsProps {
  error: Error | null | undefined;
  /** Shown beside the rest of the error. */
  note?: ReactNode;
  children: ReactNode;
}

/** The fields of a form. An error of the API is shown at the fields that it names; the rest of it is shown below them. */
export function FormFields({ error, note, children }: FormFieldsProps) {
  const [names, setNames] = useState<readonly string[]>([]);
  const join = useCallback((name: string) => {
    setNames((before) => [...before, name]);
    return () => setNames((before) => before.filter((one) => one !== name));
  }, []);
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const others = errors.filter((one) => !names.some((name) => isAt(one, name)));
  const rest = others.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  return (
    <FormContext value={{ errors, join }}>
      {children}
      <Box role="alert" className="failed" mt={8} mih={20}>
        {others.length === errors.length ? error?.message : rest}
        {note && <div>{note}</div>}
      </Box>
    </FormContext>
  );
}

export function TextField(props: TextInputProps) {
  return <TextInput {...props} {...useField(props)} />;
}

export function TextAreaField(props: TextareaProps) {
  return <Textarea {...props} {...useField(props)} />;
}

/** @param name as in the body of the request. @param maxLength a longer text stays, and its form does not submit it. */
function useField({ name, value, maxLength = Infinity, error }: FieldProps) {
  const { errors, join } = useContext(FormContext);
  useEffect(() => (name === undefined ? undefined : join(name)), [name, join]);
  const excess = String(value ?? '').trim().length - maxLength;
  const tooLong = excess > 0 && `${counted(excess, 'character')} too many: at most ${formatExact(maxLength)}`;
  const refused = errors.filter((one) => name !== undefined && isAt(one, name)).map(({ detail }) => detail);
  return {
    // The attribute would cut pasted text without a word.
    maxLength: undefined,
    [TOO_LONG]: tooLong ? true : undefined,
    error: tooLong || error || capitalised(refused.join('; ')),
  };
}

function isAt({ pointer }: FieldError, name: string): boolean {
  return pointer === `/${name}` || pointer.startsWith(`/${name}/`);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
