import type { Action } from '#actions/kit/action'
import type { ActionName } from '#actions/index'
import { NOUNS } from '#contract/nouns'
import { useResource } from '../api.ts'
import { PlaceWarnings } from '../parts/place-warnings.tsx'

/** The acts at which the market operator looks at where a project is. */
const LOOKED_AT: readonly string[] = [
  'CompleteRegistration',
  'AddScreeningOutcome',
  'SetCertificationDecision',
] satisfies ActionName<'project'>[]

/** What does not fit together in where a project is, where somebody decides about it. */
export const PlaceToCheck = ({ action, subjectId }: { action: Action; subjectId: unknown }) => {
  const isLookedAt = action.on === 'project' && LOOKED_AT.includes(action.name)
  const { data } = useResource(NOUNS.project, isLookedAt && typeof subjectId === 'string' ? subjectId : null)
  return data ? <PlaceWarnings warnings={data.placeWarnings} /> : null
}
