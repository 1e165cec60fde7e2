import { Suspense } from 'react'
import type { AnyField, Choice } from '#actions/kit/fields'
import type { FormField } from '#domain/wire/form'
import { call, useChoices } from '../api.ts'
import { CONTROLS } from './field-controls.tsx'
import { FieldFrame } from './field-frame.tsx'

const findPeople = async (text: string): Promise<readonly Choice[]> => {
  const search = new URLSearchParams({ q: text, limit: '8' })
  const found = await call<{ items: { id: string; name?: string; displayName?: string }[] }>(
    `/api/users?${search}`,
  )
  return found.items.map(({ id, name, displayName }) => ({ id, name: displayName ?? name ?? id }))
}

const NONE: readonly Choice[] = []

/** One question of a form: its control, its choices, and what is said about the answer. */
export const Question = ({
  name,
  field,
  described,
  choices,
  held = NONE,
  value,
  message,
  warning,
  onAnswer,
  onLeave,
}: {
  name: string
  field: AnyField
  /** The same field as the server describes it to this reader. */
  described?: FormField
  /** Fixed choices, or those that depend on the subject. */
  choices?: readonly Choice[]
  /** What the subject holds already, to stand first among fetched choices that no longer have it. */
  held?: readonly Choice[]
  value: unknown
  message?: string
  warning?: string
  onAnswer: (value: unknown) => void
  onLeave: () => void
}) => {
  const fetched = useChoices(choices ? null : (field.source ?? described?.source ?? null))
  const Control = CONTROLS[field.type]
  const isBlankReadOnly = described?.readonly && (value === null || value === undefined || value === '')
  if (isBlankReadOnly && described.ifBlank === 'hide') return null
  return (
    <FieldFrame
      name={name}
      label={field.label}
      isOptional={field.optional ?? false}
      hint={field.hint}
      message={message}
      warning={warning}
      labelled={field.type !== 'Checkbox'}
      onLeave={onLeave}
    >
      {framed =>
        isBlankReadOnly && described.ifBlank ? (
          <p className="quiet">{described.ifBlank}</p>
        ) : (
          <Suspense fallback={<div className="input" aria-busy="true" />}>
            <Control
              {...framed}
              shape={{
                label: field.label,
                isOptional: field.optional ?? false,
                isReadOnly: described?.readonly,
                prefix: field.prefix,
                suffix: field.suffix,
                rows: field.rows,
                accept: field.accept,
                autocomplete: field.autocomplete,
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
