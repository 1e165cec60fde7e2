import type { ActionName } from '#actions/index'
import { creditTypeWithUnit } from '#domain/values/credit-type'
import type { RoundView } from '#contract/round/round'
import { listChangeDates } from '../../charts/band-layout.ts'
import { DayChooser } from '../../charts/day-chooser.tsx'
import { ActionBar } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { UnitsOnDate } from '../shared/units-on-day.tsx'
import { useChosenDate } from '../shared/use-day.ts'
import { reserveText } from '../shared/reserve-text.ts'

const SET_RESERVE = 'SetReserveInfo' satisfies ActionName<'round'>

/** Credit reserve of a round: the decided percentage, and once there is a match, its units on a date. */
export const RoundReserve = ({ round }: { round: RoundView }) => {
  const day = useChosenDate()
  const actions = (
    <ActionBar actions={round.actions.filter(action => action.id === SET_RESERVE)} primary={false} />
  )
  if (round.reserve === null)
    return (
      <EmptyState title="The reserve is not yet decided" button={actions}>
        The match cannot start until the market operator sets a reserve, or chooses no reserve.
      </EmptyState>
    )
  return (
    <div className="stack">
      <p className="measure">{reserveText(round.reserve.percentage, round.reserve.appliesTo)}</p>
      {round.reserve.has && (
        <KeyValues
          facts={[
            ['Percentage', round.reserve.percentage === null ? null : `${round.reserve.percentage}%`],
            ['Agreed with the Environmental Markets Board', round.reserve.agreedWithEMB ? 'Yes' : 'No'],
          ]}
        />
      )}
      {round.reserve.kept !== null && round.reserve.kept.length > 0 && (
        <Section heading={round.status === 'Settled' ? 'In reserve' : 'In reserve, if the match is accepted'}>
          <DayChooser
            day={day}
            stops={listChangeDates(round.reserve.kept.map(({ unitsPerPeriod }) => unitsPerPeriod))}
            label="Date of the reserve"
          />
          <KeyValues
            facts={round.reserve.kept.map(({ creditType, unitsPerPeriod }) => [
              creditTypeWithUnit(creditType),
              <UnitsOnDate key={creditType} periods={unitsPerPeriod} on={day.on} />,
            ])}
          />
        </Section>
      )}
      {actions}
    </div>
  )
}
