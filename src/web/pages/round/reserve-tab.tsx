import type { ActionName } from '#actions/index'
import { nameWithUnits } from '#domain/credit-type'
import type { RoundView } from '#contract/round'
import { daysIn } from '../../charts/band-layout.ts'
import { DayChooser } from '../../charts/day-chooser.tsx'
import { ActionBar } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { Section } from '../../parts/section.tsx'
import { UnitsOn } from '../shared/units-on-day.tsx'
import { useDay } from '../shared/use-day.ts'
import { reserveText } from './reserve-text.ts'

const SET_RESERVE = 'SetReserveInfo' satisfies ActionName<'round'>

/** The credit reserve of a round, as decided, and what is in it on a day once there is a match. */
export const RoundReserve = ({ round }: { round: RoundView }) => {
  const day = useDay()
  const actions = (
    <ActionBar actions={round.actions.filter(action => action.id === SET_RESERVE)} primary={false} />
  )
  if (round.reserve === null)
    return (
      <EmptyState title="The reserve is not yet decided" button={actions}>
        A match needs a reserve, or the decision that there is none.
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
            stops={daysIn(round.reserve.kept.map(({ unitsPerPeriod }) => unitsPerPeriod))}
            label="Day of the reserve"
          />
          <KeyValues
            facts={round.reserve.kept.map(({ creditType, unitsPerPeriod }) => [
              nameWithUnits(creditType),
              <UnitsOn key={creditType} periods={unitsPerPeriod} on={day.on} />,
            ])}
          />
        </Section>
      )}
      {actions}
    </div>
  )
}
