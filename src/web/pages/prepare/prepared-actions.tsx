import type { ActionName } from '#actions/index'
import type { Preparation } from '#contract/preparation'
import type { Prepared } from '#contract/registration'
import type { AvailableAction } from '#contract/resource'
import { ActionBar } from '../../parts/action-bar.tsx'
import { nextStep } from './next-step.ts'

/** The last step of the wizard is taken where answers are checked. */
const ELSEWHERE: readonly string[] = ['FinishNewRequirement'] satisfies ActionName<'requirement'>[]

/** What can be done with a thing in preparation: its next step as the main button, and what is none of its tasks. */
export const PreparedActions = ({
  of: { id, kind, actions },
  preparation,
}: {
  of: { id: string; kind: Prepared; actions: readonly AvailableAction[] }
  preparation: Preparation
}) => {
  const next = nextStep({ id, kind }, preparation, actions)
  const taken = [...preparation.tasks, preparation.registering].map(({ action }) => action)
  const others = actions.filter(one => !taken.includes(one.id) && !ELSEWHERE.includes(one.id))
  return <ActionBar actions={next ? [next, ...others] : others} primary={next !== undefined} first={1} />
}
