import type { Rehearsal } from '#contract/form'
import { statusLabel } from '#contract/nouns'
import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { showUnits, unitsOf } from '#domain/units'
import { thingsOf } from './words.ts'

/** What the single action said of one thing, had it been run. */
export interface Rehearsed {
  name: string
  /** What is in its way whatever is answered, as the queue knows it. */
  missing: string | null
  said: Rehearsal
}

/** What would come of a bulk act: what it would change in sum, and what would be refused or is to be known, by name. */
export interface WouldCome {
  lines: readonly string[]
  refused: readonly { name: string; why: string }[]
  warned: readonly { name: string; why: string }[]
}

const total = <T>(items: readonly T[], keyOf: (item: T) => string, sizeOf: (item: T) => number) => {
  const sums = new Map<string, number>()
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + sizeOf(item))
  return [...sums]
}

const sentence = (messages: readonly { message: string }[]): string =>
  messages.map(({ message }) => message).join('. ')

/** Sums up the rehearsals of the single actions. */
export const whatWouldCome = (rehearsed: readonly Rehearsed[]): WouldCome => {
  const changes = rehearsed.flatMap(({ said }) => said.changes ?? [])
  const statuses = total(
    changes.flatMap(change => change.statuses),
    ({ kind, to }) => `${kind} ${to}`,
    () => 1,
  ).flatMap(([key, count]) => {
    const [kind = '', to = ''] = key.split(' ')
    return kind === 'project' || kind === 'requirement' || kind === 'participation'
      ? [`${thingsOf(kind, count)} would be: ${statusLabel(kind, to)}`]
      : []
  })
  const credits = total(
    changes.flatMap(change =>
      change.credits.flatMap(({ creditType, to, units }) =>
        to === null
          ? []
          : [{ words: `${CREDIT_TYPE_LABELS[creditType]}: ${statusLabel('credit', to)}`, units }],
      ),
    ),
    ({ words }) => words,
    ({ units }) => unitsOf(units),
  )
  const letters = changes.flatMap(change => change.letters).reduce((sum, { count }) => sum + count, 0)
  return {
    lines: [
      ...statuses,
      ...credits.map(([words, units]) => `${showUnits(units)} units (today’s sum) of ${words}`),
      letters === 0
        ? 'No letters would go out'
        : `${letters} ${letters === 1 ? 'letter' : 'letters'} would go out`,
    ],
    refused: rehearsed.flatMap(({ name, missing, said }) =>
      said.messages.length > 0 ? [{ name, why: missing ?? sentence(said.messages) }] : [],
    ),
    warned: rehearsed.flatMap(({ name, said }) =>
      said.warnings.length > 0 ? [{ name, why: sentence(said.warnings) }] : [],
    ),
  }
}
