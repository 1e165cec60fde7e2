import type { Case } from '#domain/case/case'
import { blockOf, mostUnitsAtOnce } from '#domain/case/unit-blocks'
import type { UnitReplacement } from '#domain/case/unit-replacement'
import { distinct } from '#domain/values/grouped'
import type { Instant } from '@credit-market/values/dates'
import type { Pence } from '@credit-market/values/money'
import { showExactUnits } from '@credit-market/values/units'
import { issueProgressCertificate } from '../common/certificates.ts'
import { addRemark, create, update, type Change, type EffectContext } from '../kit/changes.ts'
import type { CoverFacts } from './cover-facts.ts'

/** Sentences about what a cover replaces and what it leaves, for all holders or for those of some requirements. */
export const coverSentences = (
  { failures, credits, requirements, sources, projects, uncovered, cover }: CoverFacts,
  isMeant: (requirementId: string | null) => boolean = () => true,
): string[] =>
  credits
    .filter(({ requirementId }) => isMeant(requirementId))
    .flatMap(credit => {
      const holder = requirements.find(({ id }) => id === credit.requirementId)?.name ?? ''
      const lost = mostUnitsAtOnce(
        uncovered.flatMap(({ creditId, block }) => (creditId === credit.id ? [block] : [])),
      )
      const own = cover.filter(({ failureId }) =>
        failures.some(({ id, creditId }) => id === failureId && creditId === credit.id),
      )
      const covered = mostUnitsAtOnce(own.map(blockOf))
      const from = distinct(
        own.map(({ creditId }) => sources.find(({ id }) => id === creditId)?.projectId ?? ''),
      ).map(id => projects.find(one => one.id === id)?.name ?? id)
      return [
        ...(covered > 0
          ? [
              `${showExactUnits(covered)} of ${showExactUnits(lost)} failed units held for ${holder} are replaced by units of ${from.join(', ')}`,
            ]
          : []),
        ...(covered < lost
          ? [`${showExactUnits(lost - covered)} failed units held for ${holder} stay without cover`]
          : []),
      ]
    })

/** Requirements whose units a cover replaces. */
const coveredRequirementIds = ({ failures, credits, cover }: CoverFacts): string[] => {
  const creditIds = cover.flatMap(
    ({ failureId }) => failures.find(({ id }) => id === failureId)?.creditId ?? [],
  )
  return distinct(
    credits.flatMap(({ id, requirementId }) => (creditIds.includes(id) ? (requirementId ?? []) : [])),
  )
}

/** Projects whose units replace others. */
export const coveringProjectIds = ({ sources, cover }: CoverFacts): string[] =>
  distinct(cover.flatMap(({ creditId }) => sources.find(({ id }) => id === creditId)?.projectId ?? []))

/** Records a cover, with entries in the log, and certificates of the holders and suppliers that name the replacing units. */
export const recordCover = (
  { id: caseId, projectId }: Pick<Case, 'id' | 'projectId'>,
  facts: CoverFacts,
  { pricePerUnit, newId }: Pick<EffectContext, 'newId'> & { pricePerUnit: Pence | null },
): Change[] => {
  const requirementIds = coveredRequirementIds(facts)
  const projectIds = coveringProjectIds(facts)
  return [
    ...facts.cover.map(one =>
      create('unitReplacement', { id: newId(), caseId, ...one, pricePerUnit, endedAt: null }),
    ),
    ...(projectId === null ? [] : [addRemark('project', { id: projectId }, 'failed units were replaced')]),
    ...requirementIds.flatMap(id => [
      addRemark('requirement', { id }, 'failed units were replaced'),
      issueProgressCertificate('requirement', { id }, UNITS_REPLACED),
    ]),
    ...projectIds.flatMap(id => [
      addRemark('project', { id }, 'units replace those of a failed project'),
      issueProgressCertificate('project', { id }, 'Units replace those of a failed project'),
    ]),
  ]
}

/** Ends replacements of units that are sound again, and certifies their holders' and suppliers' credits as they are then. */
export const endCover = (
  {
    failures,
    replacements,
    credits,
    sources,
  }: Pick<CoverFacts, 'failures' | 'credits' | 'sources'> & { replacements: readonly UnitReplacement[] },
  now: Instant,
): Change[] => {
  const failureIds = replacements.map(({ failureId }) => failureId)
  const failed = failures.flatMap(({ id, creditId }) => (failureIds.includes(id) ? [creditId] : []))
  const requirementIds = distinct(
    credits.flatMap(({ id, requirementId }) => (failed.includes(id) ? (requirementId ?? []) : [])),
  )
  return [
    ...replacements.map(one => update('unitReplacement', one, { endedAt: now })),
    ...requirementIds.map(id => issueProgressCertificate('requirement', { id }, UNITS_RESTORED)),
    ...distinct(sources.map(({ projectId }) => projectId)).flatMap(id => [
      addRemark('project', { id }, 'units no longer replace those of a failed project'),
      issueProgressCertificate('project', { id }, UNITS_RESTORED),
    ]),
  ]
}

const UNITS_RESTORED = 'Failed units are delivered again, so nothing replaces them'
const UNITS_REPLACED = 'Units rested on a failed project and were replaced'
