import type { Read } from '#actions/kit/changes'
import type { Day } from '#domain/dates'
import { fitsRound, projectCandidate, requirementCandidate } from '#domain/fits-round'
import { windowFor } from '#domain/participation'
import { capacitiesOf, type Round, windowOf } from '#domain/round'

/** The participants whom a round fits, worked out thing by thing from whole rows: what one statement for all must agree with. */
export const whomItFits = async (read: Read, round: Round, today: Day): Promise<ReadonlySet<string>> => {
  const [organisations, projects, services, types, requirements, participations] = await Promise.all([
    read.list('organisation', { type: 'PARTICIPANT', mergedIntoId: null }),
    read.list('project', {}),
    read.list('service', {}),
    read.list('projectType', {}),
    read.list('requirement', {}),
    read.list('participation', {}),
  ])
  const fitting = organisations.filter(({ id }) => {
    const own = participations.filter(one => one.organisationId === id)
    if (own.some(one => one.roundId === round.id && one.status === 'Withdrawn')) return false
    const things = [
      ...projects
        .filter(one => one.supplierId === id)
        .map(project =>
          projectCandidate(
            project,
            services.filter(one => one.projectId === project.id),
            types.find(one => one.id === project.typeId),
          ),
        ),
      ...requirements.filter(one => one.buyerId === id).map(requirementCandidate),
    ].filter(({ creditTypes }) => creditTypes.length > 0)
    return capacitiesOf(round.bidderType).some(capacity => {
      const { end } = windowOf(round, windowFor(capacity))
      if (end === null || end < today) return false
      if (things.length === 0) return own.length === 0 || own.some(one => one.capacity === capacity)
      return things.some(thing => thing.capacity === capacity && fitsRound(thing, round).against.length === 0)
    })
  })
  return new Set(fitting.map(({ id }) => id))
}
