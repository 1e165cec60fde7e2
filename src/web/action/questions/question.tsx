import { Suspense } from 'react'
import type { AnyField, Choice } from '#actions/kit/fields'
import { emptyAnswerText } from '#actions/fields/presented'
import type { FieldFeedback } from '#domain/project/beside'
import { useChoices } from '../../api/api.ts'
import type { FieldProps } from '../../fields/field-props.ts'
import { RichTextView } from '../../parts/values/rich-text-view.tsx'
import { controlFor } from './field-controls.tsx'
import { FieldFrame } from './field-frame.tsx'
import { ProposedAreas } from './place-proposed.tsx'
import { CalculatedUnits } from './worked-out.tsx'

const findNobody = () => Promise.resolve([])
const noChoices = () => undefined
const nothingChanged = () => false

/** JSON of a rich text answer, as its editor wrote it. */
const jsonOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string'
    ? value.json
    : null

const NONE: readonly Choice[] = []

/** Names of the selected choices. */
const namesOf = (choices: readonly Choice[], value: unknown): string =>
  choices
    .filter(({ id }) => [value].flat().includes(id))
    .map(({ name }) => name)
    .join(', ')

/** Link to a sheet with only the headings of the columns that a field reads. */
const EmptySheet = ({ columns }: { columns: object }) => (
  <a
    href={`data:text/csv;charset=utf-8,${encodeURIComponent(`${Object.keys(columns).join(',')}\r\n`)}`}
    download="empty-sheet.csv"
  >
    Download an empty sheet (CSV)
  </a>
)

/** Field of a form: its control, its choices, and the messages about the answer. */
export const Question = ({
  name,
  field,
  choices,
  held = NONE,
  value,
  message,
  warning,
  beside,
  choicesOf = noChoices,
  hasChanged = nothingChanged,
  isReadonly = false,
  onUse,
  findPeople = findNobody,
  onAnswer,
  onLeave,
}: {
  name: string
  field: AnyField
  /** Fixed choices, or those that depend on the subject. */
  choices?: readonly Choice[]
  /** Choices that the subject already has, put first among fetched choices that no longer contain them. */
  held?: readonly Choice[]
  value: unknown
  /** Finds people who can be mentioned in the answer. */
  findPeople?: FieldProps<unknown>['findPeople']
  /** Result of the answer. */
  beside?: FieldFeedback
  /** Returns the choices of another field, if it is visible. */
  choicesOf?: (name: string) => readonly Choice[] | undefined
  /** Returns true if the answer differs from the form's initial answer. */
  hasChanged?: (name: string) => boolean
  /** Shows the answer as text because no other is possible. */
  isReadonly?: boolean
  /** Takes over related answers. */
  onUse?: (answers: Readonly<Record<string, unknown>>) => void
  message?: string
  warning?: string
  onAnswer: (value: unknown) => void
  onLeave: () => void
}) => {
  const fetched = useChoices(choices ? null : (field.source ?? null))
  const Control = controlFor(field)
  const isBlank = value === null || value === undefined || value === ''
  return (
    <FieldFrame
      name={name}
      label={field.label}
      isOptional={field.optional ?? false}
      hint={field.hint}
      note={field.note}
      message={message}
      warning={warning}
      beside={typeof beside === 'string' ? beside : undefined}
      below={
        field.columns ? (
          <EmptySheet columns={field.columns} />
        ) : (
          typeof beside === 'object' &&
          onUse &&
          ('areas' in beside ? (
            <ProposedAreas {...{ point: beside, choicesOf, hasChanged, onUse }} />
          ) : (
            <CalculatedUnits worked={beside} onUse={onUse} />
          ))
        )
      }
      labelled={field.type !== 'Checkbox'}
      isGroup={
        isReadonly || field.type === 'SelectMulti' || field.type === 'YesNo' || field.about !== undefined
      }
      isReadonly={isReadonly}
      // A message shown on leaving a blank field would move the element that is being pressed.
      onLeave={() => {
        if (!isBlank) onLeave()
      }}
    >
      {framed =>
        isReadonly ? (
          <p>{namesOf(choices ?? NONE, value) || emptyAnswerText(field)}</p>
        ) : (
          <Suspense
            fallback={
              // As high as the control that is loading, so that the fields below do not move.
              field.type === 'RichText' ? (
                <div className="input rich-text" aria-busy="true">
                  <RichTextView text="" json={jsonOf(value)} />
                </div>
              ) : (
                <div className="input" aria-busy="true" />
              )
            }
          >
            <Control
              {...framed}
              shape={{
                label: field.label,
                isOptional: field.optional ?? false,
                prefix: field.prefix,
                suffix: field.suffix,
                rows: field.rows,
                accept: field.accept,
                autocomplete: field.autocomplete,
                ifBlank: emptyAnswerText(field),
                about: field.about,
                refersTo: field.refersTo,
              }}
              value={value}
              onChange={onAnswer}
              choices={choices ?? [...held, ...(fetched.data ?? NONE)]}
              isLoadingChoices={fetched.isLoading}
              findPeople={findPeople}
            />
          </Suspense>
        )
      }
    </FieldFrame>
  )
}
