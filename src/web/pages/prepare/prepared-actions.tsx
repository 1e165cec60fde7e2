import { Link } from 'react-router'
import type { ActionName } from '#actions/index'
import type { Preparation } from '#contract/project/preparation'
import { registeredPageAddress, type PreparedKind } from '#contract/nouns/registration'
import type { AvailableAction } from '#contract/kit/resource'
import { ActionBar } from '../../parts/action-bar.tsx'
import { nextPreparationAction } from './next-step.ts'

/** The last step of the wizard is taken on the page that checks the answers. */
const ELSEWHERE: readonly string[] = ['FinishNewRequirement'] satisfies ActionName<'requirement'>[]

/**
 * Actions on a record in preparation: its next step as the main button, and the actions that are none of its
 * tasks.
 */
export const PreparationActions = ({
  of: { id, kind, actions },
  preparation,
}: {
  of: { id: string; kind: PreparedKind; actions: readonly AvailableAction[] }
  preparation: Preparation
}) => {
  const next = nextPreparationAction({ id, kind }, preparation, actions)
  const taken = [...preparation.tasks, preparation.registering].map(({ action }) => action)
  const others = actions.filter(one => !taken.includes(one.id) && !ELSEWHERE.includes(one.id))
  return <ActionBar actions={next ? [next, ...others] : others} primary={next !== undefined} first={1} />
}

/** Link back to the answers with which a record was registered. */
export const RegistrationLink = ({ of: { id, kind } }: { of: { id: string; kind: PreparedKind } }) => (
  <p>
    <Link to={registeredPageAddress(kind, { id })}>Confirmation: reference and what happens next</Link>
  </p>
)
