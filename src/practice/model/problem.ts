import { isNutrient } from '@credit-market/matching/problem/credit-type'
import { addMinutes } from '@credit-market/values/dates'
import { moduleOf } from '@credit-market/habitat-metric/habitat'
import type {
  MatchProblem,
  MatchProject,
  MatchRequirement,
} from '@credit-market/matching/problem/match-problem'
import { penceOf } from '@credit-market/values/money'
import { SCENES, type Scene, type SceneItem } from './scenes.ts'
import type { ItemAmounts, Setting } from './setting.ts'

const FIRST_CAME = '2026-11-02T09:00:00.000Z'
const APART = 60
const PLACE = { ncaId: 'practice', lpaId: 'practice', subcatchmentId: 'practice' } as const
const NO_COSTS = { maintenance: 0, marketOperator: 0, complianceMonitoring: 0, performanceMonitoring: 0 }
const PER_TENTH = 1_000
const PER_PERCENT = 100

/** Converts tenths of a unit, as in settings, to ten-thousandths, as in matches. */
export const unitsOfTenths = (quantity: number): number => quantity * PER_TENTH

const habitatOf = ({ habitat }: SceneItem) =>
  habitat
    ? { ...habitat, module: moduleOf(habitat.broadHabitat) }
    : ({ module: 'NA', broadHabitat: 'NA', habitatType: null, distinctiveness: null } as const)

const projectOf = ({ creditType }: Scene, item: SceneItem, its: ItemAmounts, at: number): MatchProject => ({
  ...PLACE,
  id: item.id,
  name: item.name,
  supplierId: item.partyId,
  offer: penceOf(its.price),
  costs: NO_COSTS,
  services: [
    {
      id: `${item.id}-service`,
      creditType,
      ...habitatOf(item),
      supply: [{ start: item.start, end: item.end, units: unitsOfTenths(its.quantity) }],
    },
  ],
  offeredAt: addMinutes(FIRST_CAME, APART * at),
})

const requirementOf = (
  { creditType }: Scene,
  item: SceneItem,
  its: ItemAmounts,
  at: number,
): MatchRequirement => ({
  ...PLACE,
  id: item.id,
  name: item.name,
  buyerId: item.partyId,
  kind: 'Buyer',
  creditType,
  ongoingUnits: unitsOfTenths(its.quantity),
  additionalUnits: item.hasAdditional && isNutrient(creditType) ? unitsOfTenths(its.quantity) : 0,
  bid: penceOf(its.price),
  bidOngoingOnly: null,
  divisible: its.divisible,
  ...habitatOf(item),
  redemptionDate: item.start,
  bidAt: addMinutes(FIRST_CAME, APART * at),
})

/** The match problem of a setting: a round as the product would freeze it, with invented parties. */
export const matchProblemOf = (setting: Setting): MatchProblem => {
  const scene = SCENES[setting.scene]
  const all = scene.items.map((item, at) => ({ item, its: setting.amounts[at]!, at }))
  return {
    version: 1,
    roundId: 'practice',
    ampEnd: scene.ampEnd,
    reserve:
      setting.reserve === 0 ? null : { basisPoints: setting.reserve * PER_PERCENT, appliesTo: 'allDemand' },
    projects: all.flatMap(({ item, its, at }) =>
      item.of === 'project' ? [projectOf(scene, item, its, at)] : [],
    ),
    requirements: all.flatMap(({ item, its, at }) =>
      item.of === 'requirement' ? [requirementOf(scene, item, its, at)] : [],
    ),
    groups: scene.pairs.flatMap(({ of, memberIds }, at) => {
      const type = setting.pairings[at]!
      const ownerId = scene.items.find(({ id }) => id === memberIds[0])!.partyId
      return type === 'none'
        ? []
        : [{ id: `pair-${at}`, name: 'Group', of, type, ownerId, memberIds: [...memberIds] }]
    }),
  }
}
