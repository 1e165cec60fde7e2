import { isAboutRequirement, type Case } from '#domain/case/case'
import { uncoveredBlocks } from '#domain/case/unit-replacement'
import type { Credit } from '#domain/credit/credit'
import type { Requirement } from '#domain/project/requirement'
import { distinct } from '#domain/values/grouped'
import { showUnits } from '@credit-market/values/units'
import { readFailedUnits } from '../common/failed-units.ts'
import type { Read } from '../kit/changes.ts'

/** Statuses of requirements whose rights can lapse: nothing has been issued yet. */
const LAPSING_STATUSES = ['RightsCreated', 'RightsAllocated'] as const

/** A requirement whose buyer a case can release, with sentences about what that does. */
export interface Release {
  id: string
  name: string
  sentences: readonly string[]
}

/** Reads the requirements that hold failed units of a case which nothing replaces. */
const readUncoveredIds = async (read: Read, { id: caseId }: Case): Promise<string[]> => {
  const { failures, replacements } = await readFailedUnits(read, { caseId })
  const creditIds = distinct(
    failures.flatMap(one => (uncoveredBlocks(one, replacements).length > 0 ? [one.creditId] : [])),
  )
  const credits = await read.list('credit', { id: creditIds })
  return distinct(credits.map(({ requirementId }) => requirementId))
}

/** Reads the requirements that can be released because of a case: rights not issued yet, of a buyer who does not go on, or without cover. */
export const readReleasableRequirements = async (read: Read, subject: Case): Promise<Requirement[]> => {
  const ids = isAboutRequirement(subject.type)
    ? distinct([subject.requirementId])
    : await readUncoveredIds(read, subject)
  return read.list('requirement', { id: ids, status: LAPSING_STATUSES })
}

const sentencesAbout = (
  { id, name }: Requirement,
  credits: readonly Credit[],
  nameOf: (projectId: string) => string,
): string[] => [
  `The rights of ${name} lapse, and it can join another market round`,
  ...credits
    .filter(({ requirementId }) => requirementId === id)
    .map(({ units, projectId }) => `${showUnits(units)} units of ${nameOf(projectId)} are unsold again`),
  'What others pay and receive does not change',
]

/** Reads which buyers a case can release, and what that does. */
export const readReleases = async (read: Read, subject: Case): Promise<Release[]> => {
  const requirements = await readReleasableRequirements(read, subject)
  if (requirements.length === 0) return []
  const credits = await read.list('credit', { requirementId: requirements.map(({ id }) => id) })
  const projects = await read.list('project', { id: distinct(credits.map(({ projectId }) => projectId)) })
  const nameOf = (projectId: string) => projects.find(({ id }) => id === projectId)?.name ?? projectId
  return requirements.map(one => ({
    id: one.id,
    name: one.name,
    sentences: sentencesAbout(one, credits, nameOf),
  }))
}
