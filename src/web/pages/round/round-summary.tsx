import type { RoundView } from '#contract/round/round'
import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { formatLondonTime } from '#domain/values/london'
import { KeyValues } from '../../parts/key-values.tsx'
import { ownItemsText, placesText, registerUntilText } from './messages.ts'

const MOST_PLACES = 3

const untilText = ({ status, dates, bidsClose }: RoundView): string | null | undefined => {
  if (status === 'OpenForBidsAndOffers') return bidsClose && `${formatLondonTime(bidsClose)}, UK time`
  if (status !== 'Open') return undefined
  const latest = (...days: readonly (string | null)[]) =>
    days
      .filter(day => day !== null)
      .toSorted()
      .at(-1) ?? null
  return registerUntilText(
    latest(dates.suppliersEnd, dates.buyersEnd),
    latest(dates.projectsEnd, dates.requirementsEnd),
  )
}

/** First facts for a participant: what is traded and where, until when, and what the reader has in the round. */
export const RoundSummary = ({ round }: { round: RoundView }) => (
  <KeyValues
    facts={[
      ['Credit types', round.services.map(service => CREDIT_TYPE_LABELS[service]).join(', ')],
      [
        'Where',
        placesText(
          round.lpas.map(({ name }) => name),
          MOST_PLACES,
        ),
      ],
      ['Until', untilText(round)],
      ['You have', ownItemsText(round.counts.projects, round.counts.requirements)],
    ]}
  />
)
