import { CREDIT_TYPE_LABELS } from '#domain/values/credit-type'
import { BIODIVERSITY_SUPPLY_RULE_LABELS } from '#domain/round/round'
import { findRoundSettingsInUse } from '#domain/project/references'
import { action } from '../kit/action.ts'
import { update as changed, type Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { roundFields, roundFieldVisibility, fillRoundDefaults } from './details.ts'

const named = async (
  read: Read,
  kind: 'standard' | 'nca' | 'subcatchment',
  ids: readonly string[],
): Promise<Choice[]> =>
  ids.length === 0 ? [] : (await read.list(kind, { id: ids })).map(({ id, name }) => ({ id, name }))

const removed = (
  used: readonly Choice[],
  answers: readonly string[] | null | undefined,
): string | undefined => {
  const names = used.filter(({ id }) => !answers?.includes(id)).map(({ name }) => name)
  return names.length > 0
    ? `Already used by a registered project or requirement: ${names.join(', ')}`
    : undefined
}

/** Edits a round. Settings that a registered project or requirement uses cannot be removed. */
export const updateRound = action({
  name: 'Update',
  on: 'round',
  title: 'Edit details',
  who: [operator],
  from: ['Draft', 'Open', 'Closed'],
  given: async (read, { id: roundId, biodiversitySupply }) => {
    const projects = await read.list('project', { roundId })
    const requirements = await read.list('requirement', { roundId })
    const services =
      projects.length > 0 ? await read.list('service', { projectId: projects.map(({ id }) => id) }) : []
    const used = findRoundSettingsInUse(projects, services, requirements)
    const isCertified = services.some(({ type, status }) => type === 'Biodiversity' && status === 'Certified')
    return {
      certifiedAs: isCertified ? biodiversitySupply : null,
      used: {
        services: used.services.map(id => ({ id, name: CREDIT_TYPE_LABELS[id] })),
        standardIds: await named(read, 'standard', used.standardIds),
        ncaIds: await named(read, 'nca', used.ncaIds),
        subcatchmentIds: await named(read, 'subcatchment', used.subcatchmentIds),
      },
    }
  },
  fields: roundFields,
  show: roundFieldVisibility,
  check: ({ services, standardIds, ncaIds, subcatchmentIds, biodiversitySupply }, { used, certifiedAs }) => ({
    services: removed(used.services, services),
    standardIds: removed(used.standardIds, standardIds),
    ncaIds: removed(used.ncaIds, ncaIds),
    subcatchmentIds: removed(used.subcatchmentIds, subcatchmentIds),
    biodiversitySupply:
      certifiedAs && biodiversitySupply && biodiversitySupply !== certifiedAs
        ? `You cannot change this, because biodiversity services have already been certified under “${BIODIVERSITY_SUPPLY_RULE_LABELS[certifiedAs]}”`
        : undefined,
  }),
  effect: ({ subject, values }) => [
    changed('round', subject, {
      ...fillRoundDefaults(values, subject.biodiversitySupply),
      tellsCriticalAmounts: values.tellsCriticalAmounts ?? subject.tellsCriticalAmounts,
    }),
  ],
  done: 'Your changes have been saved',
})
