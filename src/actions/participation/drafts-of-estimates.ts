import { actingAgentId } from '#domain/people/agency'
import type { Actor } from '#domain/people/actor'
import { capacityOfDesk, fitsSavedEstimate, type SavedEstimate } from '#domain/project/saved-estimate'
import type { Round } from '#domain/round/round'
import type { Capacity } from '#domain/values/capacity'
import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { type Change, create, type Read, remove } from '../kit/changes.ts'

/** Estimates that an organisation saved before it signed up, which fit a round that it joins in these capacities. */
export const readFittingEstimates = async (
  read: Read,
  round: Round,
  organisationId: string | null,
  capacities: readonly Capacity[],
): Promise<SavedEstimate[]> => {
  if (organisationId === null) return []
  const estimates = await read.list('savedEstimate', { organisationId })
  return estimates.filter(
    estimate => capacities.includes(capacityOfDesk(estimate.desk)) && fitsSavedEstimate(round, estimate),
  )
}

/** Draft projects and requirements in the place of saved estimates. */
export const draftsOfEstimates = (
  estimates: readonly SavedEstimate[],
  roundId: string,
  { actor, newId }: { actor: Actor; newId: () => string },
): Change[] =>
  estimates.flatMap(estimate => {
    const { desk, area, lpaId, ncaId, subcatchmentIds, needs, organisationId } = estimate
    const [subcatchmentId = null, ...more] = subcatchmentIds
    const place = { lpaId, ncaId, subcatchmentId: more.length > 0 ? null : subcatchmentId }
    const draft = { roundId, agentId: actingAgentId(actor), status: 'Draft', ...place } as const
    const ownerId = organisationId ?? ''
    return [
      ...(desk === 'land'
        ? [
            create('project', {
              ...draft,
              ...{ id: newId(), supplierId: ownerId, name: `Land in ${area}` },
              ...{ isFixedTerm: false, mitigationDurations: [], creditTypes: [] },
            }),
          ]
        : needs.map(({ creditType, units }) =>
            create('requirement', {
              ...draft,
              ...{ id: newId(), buyerId: ownerId, name: `Development in ${area}`, type: 'Buyer', creditType },
              ...(isNutrient(creditType)
                ? { nutrientType: 'ongoing', nutrientOngoingUnits: units }
                : { bioUnits: units }),
            }),
          )),
      remove('savedEstimate', estimate),
    ]
  })
