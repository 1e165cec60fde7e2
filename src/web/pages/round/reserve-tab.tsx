import type { ActionName } from '#actions/index'
import type { RoundView } from '#contract/round'
import { ActionBar } from '../../parts/action-bar.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { KeyValues } from '../../parts/key-values.tsx'
import { reserveText } from './reserve-text.ts'

const SET_RESERVE = 'SetReserveInfo' satisfies ActionName<'round'>

/** The credit reserve of a round, as decided. */
export const RoundReserve = ({ round }: { round: RoundView }) => {
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
      {actions}
    </div>
  )
}
