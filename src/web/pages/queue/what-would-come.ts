import type { ActionPreview } from '#contract/kit/form'
import { statusLabel } from '#contract/nouns/nouns'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { groupBy } from '#domain/values/grouped'
import { showUnits, toUnits } from '@credit-market/values/units'
import { recordCountText } from '../../parts/messages.ts'
import { creditPreview, emailPreview, statusPreview } from './messages.ts'

/** Result of the single action's dry run on one record. */
export interface RowPreview {
  name: string
  /** Obstacle that the queue knows, whatever the answers are. */
  missing: string | null
  said: ActionPreview
}

/** Preview of a bulk action: its total changes, and refusals and warnings with the names of their records. */
export interface BulkPreview {
  lines: readonly string[]
  refused: readonly { name: string; why: string }[]
  warned: readonly { name: string; why: string }[]
}

/** Kinds whose new statuses the preview lists. */
const LISTED_KINDS = ['project', 'requirement', 'participation']

const sentence = (messages: readonly { message: string }[]): string =>
  messages.map(({ message }) => message).join('. ')

/** Sums up the dry runs of the single actions. */
export const summarisePreviews = (rehearsed: readonly RowPreview[]): BulkPreview => {
  const changes = rehearsed.flatMap(({ said }) => said.changes ?? [])
  const statuses = groupBy(
    changes.flatMap(change => change.statuses),
    ({ kind, to }) => (LISTED_KINDS.includes(kind) ? `${kind} ${to}` : null),
  ).flatMap(([, alike]) => {
    const [one] = alike
    if (!one) return []
    const { kind, to } = one
    return [statusPreview({ records: recordCountText(alike.length, kind), status: statusLabel(kind, to) })]
  })
  const credits = groupBy(
    changes.flatMap(change => change.credits),
    ({ creditType, to }) => (to === null ? null : `${creditType} ${to}`),
  ).flatMap(([, alike]) => {
    const [one] = alike
    if (!one?.to) return []
    const creditType = CREDIT_TYPE_LABELS[one.creditType]
    const units = alike.reduce((sum, credit) => sum + toUnits(credit.units), 0)
    return [creditPreview({ creditType, status: statusLabel('credit', one.to), units: showUnits(units) })]
  })
  const emails = changes.flatMap(change => change.letters).reduce((sum, { count }) => sum + count, 0)
  return {
    lines: [...statuses, ...credits, emailPreview(emails)],
    refused: rehearsed.flatMap(({ name, missing, said }) =>
      said.messages.length > 0 ? [{ name, why: missing ?? sentence(said.messages) }] : [],
    ),
    warned: rehearsed.flatMap(({ name, said }) =>
      said.warnings.length > 0 ? [{ name, why: sentence(said.warnings) }] : [],
    ),
  }
}
