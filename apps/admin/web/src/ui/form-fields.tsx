import { Box, Modal, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { ProblemError, type ShownProblem } from '../api/problem-error.ts';
import { counted, formatExact } from './format.ts';
import { EDITED, hasEdits, TOO_LONG, UNSAVED } from './forms.ts';
import { mayLeave, useUnsaved } from './use-unsaved.ts';

type FieldError = NonNullable<ShownProblem['errors']>[number];

type FieldProps = { name?: string; value?: unknown; maxLength?: number; error?: ReactNode };

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
  /** The form was submitted, and nothing is lost with it. */
  pending?: boolean;
  children: ReactNode;
}

/**
 * The fields of a form. An error of the API is shown at the fields that it names; the rest of it is shown below them. The
 * console asks before it leaves a form with edits.
 */
export function FormFields({ error, note, pending = false, children }: FormFieldsProps) {
  const [names, setNames] = useState<readonly string[]>([]);
  const join = useCallback((name: string) => {
    setNames((before) => [...before, name]);
    return () => setNames((before) => before.filter((one) => one !== name));
  }, []);
  const end = useRef<HTMLDivElement>(null);
  const [unsaved, setUnsaved] = useState(false);
  // Each edit renders new children. The next key may close the form, so this runs before the next frame.
  useLayoutEffect(() => setUnsaved(!pending && hasEdits(end.current?.closest('form'))), [pending, children]);
  useUnsaved(unsaved);
  useLayoutEffect(() => void end.current?.closest('form')?.toggleAttribute(UNSAVED, unsaved), [unsaved]);
  const errors = error instanceof ProblemError ? (error.problem.errors ?? []) : [];
  const others = errors.filter((one) => !names.some((name) => isAt(one, name)));
  const rest = others.map(({ pointer, detail }) => `${pointer}: ${detail}`).join('; ');
  return (
    <FormContext value={{ errors, join }}>
      {children}
      <Box ref={end} role="alert" className="failed" mt={8} mih={20}>
        {others.length === errors.length ? error?.message : rest}
        {note && <div>{note}</div>}
      </Box>
    </FormContext>
  );
}

/** A dialog with a form. Unlike a button of the form, `Escape` and a click beside it ask before edits are lost. */
export function FormModal({ onClose, ...props }: ComponentProps<typeof Modal>) {
  const root = useRef<HTMLDivElement>(null);
  const close = () => (!root.current?.querySelector(`[${UNSAVED}]`) || mayLeave()) && onClose();
  return <Modal ref={root} {...props} onClose={close} />;
}

const field = <Props extends FieldProps>(Input: ComponentType<Props>) =>
  function Field(props: Props) {
    return <Input {...props} {...useField(props)} />;
  };
export const NumberField = field(NumberInput<number>);
export const PasswordField = field(PasswordInput);
export const SelectField = field(Select<string>);
export const TextAreaField = field(Textarea);
export const TextField = field(TextInput);

/** @param name as in the body of the request. @param maxLength a longer text stays, and its form does not submit it. */
function useField({ name, value, maxLength = Infinity, error }: FieldProps) {
  const { errors, join } = useContext(FormContext);
  const [first] = useState(value);
  useEffect(() => (name === undefined ? undefined : join(name)), [name, join]);
  const excess = String(value ?? '').trim().length - maxLength;
  const tooLong = excess > 0 && `${counted(excess, 'character')} too many: at most ${formatExact(maxLength)}`;
  const refused = errors.filter((one) => name !== undefined && isAt(one, name)).map(({ detail }) => detail);
  return {
    // The attribute would cut pasted text without a word.
    maxLength: undefined,
    [TOO_LONG]: tooLong ? true : undefined,
    [EDITED]: value === first ? undefined : true,
    error: tooLong || error || capitalised(refused.join('; ')),
  };
}

function isAt({ pointer }: FieldError, name: string): boolean {
  return pointer === `/${name}` || pointer.startsWith(`/${name}/`);
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
