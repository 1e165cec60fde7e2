import { CREDIT_TYPE_LABELS } from '#domain/credit-type'
import { BIODIVERSITY_SUPPLY_LABELS } from '#domain/round'
import { usedInRound } from '#domain/references'
import { action } from '../kit/action.ts'
import { update as changed, type Read } from '../kit/changes.ts'
import type { Choice } from '../kit/fields.ts'
import { operator } from '../kit/who.ts'
import { roundFields, roundShow, withUsual } from './details.ts'

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

/** Edits a round. What a registered project or requirement already uses can no longer be removed. */
export const update = action({
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
    const used = usedInRound(projects, services, requirements)
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
  show: roundShow,
  check: ({ services, standardIds, ncaIds, subcatchmentIds, biodiversitySupply }, { used, certifiedAs }) => ({
    services: removed(used.services, services),
    standardIds: removed(used.standardIds, standardIds),
    ncaIds: removed(used.ncaIds, ncaIds),
    subcatchmentIds: removed(used.subcatchmentIds, subcatchmentIds),
    biodiversitySupply:
      certifiedAs && biodiversitySupply && biodiversitySupply !== certifiedAs
        ? `Biodiversity services are certified already: ${BIODIVERSITY_SUPPLY_LABELS[certifiedAs]}`
        : undefined,
  }),
  effect: ({ subject, values }) => [
    changed('round', subject, {
      ...withUsual(values, subject.biodiversitySupply),
      tellsCriticalAmounts: values.tellsCriticalAmounts ?? subject.tellsCriticalAmounts,
    }),
  ],
})
