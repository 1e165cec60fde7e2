import { availableChoices, declarationsFor, repeatedRows } from '#actions/kit/judge'
import type { Answers } from '#actions/kit/action'
import type { AnyField } from '#actions/kit/fields'
import { DeclarationsField } from '../../fields/declarations-field.tsx'
import { FieldFrame } from './field-frame.tsx'
import { Question } from './question.tsx'
import type { OpenActionForm } from './use-action.ts'
import type { FormState } from './use-form.ts'

/** Form with fields to render; the form of an action has more properties. */
type Put = FormState & Partial<Pick<OpenActionForm, 'warned' | 'beside' | 'use' | 'heldFor' | 'findPeople'>>

/** Same fields once per row, as in a small table. */
const RowQuestions = ({ form, name, field }: { form: Put; name: string; field: AnyField }) => {
  const rows = repeatedRows(field, form.typed, form.facts)
  const subFields = Object.entries(field.perRow?.fields ?? {})
  const answers = form.answers[name]
  const given: readonly Answers[] = Array.isArray(answers) ? answers : []
  const answerRow = (rowId: string, sub: string, value: unknown) =>
    form.answer(
      name,
      rows.map(row => ({
        ...given.find(one => one.id === row.id),
        id: row.id,
        ...(row.id === rowId && { [sub]: value }),
      })),
    )
  if (rows.length === 0) return null
  return (
    <div className="field" role="group" aria-label={field.label}>
      <p className="field-label">{field.label}</p>
      <div className={subFields.length === 1 ? 'rows rows-narrow' : 'rows'}>
        {rows.map(row => (
          <fieldset className="rows-row" key={row.id}>
            <legend>{row.name}</legend>
            {subFields.map(([sub, subField]) => {
              const key = `${name}.${row.id}.${sub}`
              return (
                <Question
                  key={key}
                  name={key}
                  field={subField}
                  choices={availableChoices(subField, form.typed, form.facts)}
                  value={given.find(one => one.id === row.id)?.[sub]}
                  message={form.messageFor(key)}
                  warning={form.warned?.[key]}
                  onAnswer={value => answerRow(row.id, sub, value)}
                  onLeave={() => form.leave(key)}
                />
              )
            })}
          </fieldset>
        ))}
      </div>
    </div>
  )
}

/** Choices of a field that is visible with the current answers. */
const choicesOf = ({ fields, shown, typed, facts }: Put, name: string) => {
  const field = name in shown ? fields[name] : undefined
  return field && availableChoices(field, typed, facts)
}

/** Fields of these names that are visible with the current answers. */
export const Questions = ({ form, names }: { form: Put; names: readonly string[] }) =>
  names
    .filter(name => name in form.shown)
    .map(name => {
      const field = form.fields[name]
      if (!field || field.isLater) return null
      if (field.perRow) return <RowQuestions key={name} form={form} name={name} field={field} />
      if (field.storage === 'declare') {
        const declarations = declarationsFor(field, form.typed, form.facts)
        if (declarations.length === 0) return null
        return (
          <FieldFrame
            key={name}
            name={name}
            label={field.label}
            isOptional={false}
            isGroup
            message={form.messageFor(name)}
            warning={form.warned?.[name]}
            onLeave={() => form.leave(name)}
          >
            {framed => (
              <DeclarationsField
                {...framed}
                declarations={declarations}
                value={form.answers[name]}
                onChange={value => form.answer(name, value)}
              />
            )}
          </FieldFrame>
        )
      }
      return (
        <Question
          key={name}
          name={name}
          field={field}
          choices={availableChoices(field, form.typed, form.facts)}
          held={form.heldFor?.(name)}
          findPeople={form.findPeople}
          beside={form.beside?.[name]}
          choicesOf={other => choicesOf(form, other)}
          hasChanged={form.hasChanged}
          isReadonly={form.isReadonly(name)}
          onUse={form.use}
          value={form.answers[name]}
          message={form.messageFor(name)}
          warning={form.warned?.[name]}
          onAnswer={value => form.answer(name, value)}
          onLeave={() => form.leave(name)}
        />
      )
    })
