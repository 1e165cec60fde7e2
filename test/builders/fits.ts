import type { Read } from '#actions/kit/changes'
import type { Day } from '@credit-market/values/dates'
import { checkRoundFit, projectRoundCandidate, requirementRoundCandidate } from '#domain/project/fits-round'
import { registrationWindowOf } from '#domain/round/participation'
import { capacitiesOfBidderType, type Round, registrationWindow } from '#domain/round/round'

/** The participants that a round fits, calculated one by one from whole rows; the single statement for all must agree. */
export const participantsForRound = async (
  read: Read,
  round: Round,
  today: Day,
): Promise<ReadonlySet<string>> => {
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
          projectRoundCandidate(
            project,
            services.filter(one => one.projectId === project.id),
            types.find(one => one.id === project.typeId),
          ),
        ),
      ...requirements.filter(one => one.buyerId === id).map(requirementRoundCandidate),
    ].filter(({ creditTypes }) => creditTypes.length > 0)
    return capacitiesOfBidderType(round.bidderType).some(capacity => {
      const { end } = registrationWindow(round, registrationWindowOf(capacity))
      if (end === null ? round.status !== 'Draft' : end < today) return false
      if (things.length === 0) return own.length === 0 || own.some(one => one.capacity === capacity)
      return things.some(
        thing => thing.capacity === capacity && checkRoundFit(thing, round).against.length === 0,
      )
    })
  })
  return new Set(fitting.map(({ id }) => id))
}
