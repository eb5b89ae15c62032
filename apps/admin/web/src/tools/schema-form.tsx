import { MultiSelect, Select, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { FormDraft, SchemaField } from './schema-fields.ts';
import classes from './tools.module.css';

interface SchemaFormProps {
  fields: readonly SchemaField[];
  draft: FormDraft;
  /** Errors by field path. */
  problems: Readonly<Record<string, string>>;
  onChange: (path: string, written: string) => void;
}

/** One field per property of a JSON Schema; groups have their own frame. */
export function SchemaForm({ fields, draft, problems, onChange }: SchemaFormProps) {
  return (
    <div className={classes.fields}>
      {fields.map((field) =>
        field.kind === 'group' ? (
          <fieldset key={field.path} className={classes.group}>
            <legend className="mono">{field.name}</legend>
            {field.description && <p className="muted">{field.description}</p>}
            <SchemaForm fields={field.fields} draft={draft} problems={problems} onChange={onChange} />
          </fieldset>
        ) : (
          <Field
            key={field.path}
            field={field}
            written={draft[field.path] ?? ''}
            problem={problems[field.path]}
            onChange={(written) => onChange(field.path, written)}
          />
        ),
      )}
    </div>
  );
}

const BELOW: InputWrapperOrder = ['label', 'input', 'description', 'error'];
type InputWrapperOrder = NonNullable<TextInputProps['inputWrapperOrder']>;

interface FieldProps {
  field: SchemaField;
  written: string;
  problem: string | undefined;
  onChange: (written: string) => void;
}

function Field({ field, written, problem, onChange }: FieldProps) {
  const { kind, name, required, options } = field;
  const common = {
    label: <span className="mono">{name}</span>,
    description: descriptionOf(field),
    error: problem,
    withAsterisk: required,
    // Help below the input, because help of different length above it would misalign the row.
    inputWrapperOrder: BELOW,
  };
  const placeholder = field.default === undefined ? undefined : `Default: ${field.default}`;
  switch (kind) {
    case 'boolean':
    case 'choice':
      return (
        <Select
          {...common}
          allowDeselect
          placeholder={placeholder ?? 'Not set'}
          data={(kind === 'boolean' ? ['true', 'false'] : options).map(choiceOf)}
          searchable={options.length > 8}
          clearable={!required}
          value={written || null}
          onChange={(next) => onChange(next ?? '')}
        />
      );
    case 'choices':
      return (
        <MultiSelect
          {...common}
          placeholder={written ? undefined : 'None'}
          data={options.map(choiceOf)}
          searchable
          clearable
          value={written === '' ? [] : written.split('\n')}
          onChange={(next) => onChange(next.join('\n'))}
        />
      );
    case 'number':
    case 'integer':
    case 'text':
      return (
        <TextInput
          {...common}
          placeholder={placeholder}
          dir={kind === 'text' ? 'auto' : undefined}
          inputMode={kind === 'text' ? undefined : kind === 'integer' ? 'numeric' : 'decimal'}
          value={written}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'long':
    case 'lines':
    case 'numbers':
    case 'json':
    case 'group':
      return (
        <Textarea
          {...common}
          placeholder={placeholder ?? PLACEHOLDERS[kind]}
          classNames={kind === 'json' ? { input: 'mono' } : undefined}
          autosize
          minRows={2}
          maxRows={10}
          value={written}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

const PLACEHOLDERS: Partial<Record<SchemaField['kind'], string>> = {
  lines: 'One per line',
  numbers: 'One per line',
  json: 'JSON',
};

function descriptionOf({ kind, description }: SchemaField): string | undefined {
  const hint = PLACEHOLDERS[kind];
  return hint === undefined ? description : [description, `${hint}.`].filter(Boolean).join(' ');
}

/** Options are JSON; strings are shown without quotation marks. */
function choiceOf(option: string): { value: string; label: string } {
  return { value: option, label: option.replace(/^"(.*)"$/, '$1') };
}
