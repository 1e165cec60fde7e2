import { Suspense } from 'react'
import type { AnyField, Choice } from '#actions/kit/fields'
import { ifBlankOf } from '#actions/common/presented'
import type { Beside } from '#domain/beside'
import { useChoices } from '../api.ts'
import type { FieldProps } from '../fields/field-props.ts'
import { RichTextView } from '../parts/rich-text-view.tsx'
import { controlFor } from './field-controls.tsx'
import { FieldFrame } from './field-frame.tsx'
import { PlaceProposed } from './place-proposed.tsx'
import { WorkedOut } from './worked-out.tsx'

const findNobody = () => Promise.resolve([])
const noChoices = () => undefined
const nothingChanged = () => false

/** The text of a rich answer as its editor wrote it. */
const jsonOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'json' in value && typeof value.json === 'string'
    ? value.json
    : null

const NONE: readonly Choice[] = []

/** The chosen ones of some choices, by name. */
const namesOf = (choices: readonly Choice[], value: unknown): string =>
  choices
    .filter(({ id }) => [value].flat().includes(id))
    .map(({ name }) => name)
    .join(', ')

/** One question of a form: its control, its choices, and what is said about the answer. */
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
  /** What the subject holds already, to stand first among fetched choices that no longer have it. */
  held?: readonly Choice[]
  value: unknown
  /** Finds those who can be mentioned in the answer. */
  findPeople?: FieldProps<unknown>['findPeople']
  /** What the answer comes to. */
  beside?: Beside
  /** The choices of another question, where it is asked. */
  choicesOf?: (name: string) => readonly Choice[] | undefined
  /** Is the answer to a question another than the form began with? */
  hasChanged?: (name: string) => boolean
  /** Is the answer shown as text, since it can be no other? */
  isReadonly?: boolean
  /** Takes over the answers that come with it. */
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
        typeof beside === 'object' &&
        onUse &&
        ('areas' in beside ? (
          <PlaceProposed {...{ point: beside, choicesOf, hasChanged, onUse }} />
        ) : (
          <WorkedOut worked={beside} onUse={onUse} />
        ))
      }
      labelled={field.type !== 'Checkbox'}
      isGroup={
        isReadonly || field.type === 'SelectMulti' || field.type === 'YesNo' || field.about !== undefined
      }
      isReadonly={isReadonly}
      // A message on leaving a blank field would push away the very thing that is being pressed.
      onLeave={() => {
        if (!isBlank) onLeave()
      }}
    >
      {framed =>
        isReadonly ? (
          <p>{namesOf(choices ?? NONE, value) || ifBlankOf(field)}</p>
        ) : (
          <Suspense
            fallback={
              // As high as what comes, or the fields below would move.
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
                ifBlank: ifBlankOf(field),
                about: field.about,
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
