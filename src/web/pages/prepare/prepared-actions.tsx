import type { ActionName } from '#actions/index'
import type { Preparation } from '#contract/preparation'
import type { AvailableAction } from '#contract/resource'
import { ActionBar } from '../../parts/action-bar.tsx'

/** The last step of the wizard is taken where answers are checked. */
const ELSEWHERE: readonly string[] = ['FinishNewRequirement'] satisfies ActionName<'requirement'>[]

/** What can be done with a thing in preparation besides its tasks, which have their own place. */
export const PreparedActions = ({
  actions,
  preparation: { tasks, registering },
}: {
  actions: readonly AvailableAction[]
  preparation: Preparation
}) => {
  const taken = [...tasks, registering].map(({ action }) => action)
  const others = actions.filter(({ id }) => !taken.includes(id) && !ELSEWHERE.includes(id))
  return <ActionBar actions={others} primary={false} first={1} />
}
