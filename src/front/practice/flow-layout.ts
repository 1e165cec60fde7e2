import type { MatchFlow } from '@credit-market/matching/problem/match-solution'
import { isInPeriod, type Day } from '@credit-market/values/dates'
import type { Units } from '@credit-market/values/units'
import { bottomOf, type PlacedBlock, placeRibbons, stackBlocks } from '#look/flow-layout'
import { unitsOfTenths } from '#practice/model/problem'
import { SCENES, type SceneItem } from '#practice/model/scenes'
import type { Setting } from '#practice/model/setting'
import { ownedItemsOf } from './names.ts'

/** Project or need as a block of the drawing. */
export interface FlowBlock extends PlacedBlock {
  item: SceneItem
  owner: string
  /** Units offered or needed in this period. */
  units: Units
  /** Units used or met, including the reserve. */
  used: Units
}

/** Units that go from a project to a need. */
export interface FlowRibbon {
  fromTop: number
  toTop: number
  thick: number
}

/** Flows of one period. */
export interface FlowPicture {
  start: Day
  end: Day | null
  left: FlowBlock[]
  right: FlowBlock[]
  ribbons: FlowRibbon[]
  /** Height of a unit, in pixels. */
  perUnit: number
  height: number
}

/** Height of two lines of text, in pixels. */
const LEAST = 30
const TALL = 170
const TOP = 6

/** Periods in which the flows do not change; without flows, one period from the first date on. */
const stretchesOf = (setting: Setting, flows: readonly MatchFlow[]): { start: Day; end: Day | null }[] => {
  const first = SCENES[setting.scene].items.map(({ start }) => start).toSorted()[0]!
  const cuts = [
    ...new Set([first, ...flows.flatMap(({ start, end }) => [start, ...(end === null ? [] : [end])])]),
  ].toSorted()
  const stretches = cuts.map((start, at) => ({ start, end: cuts[at + 1] ?? null }))
  const isBusy = (day: Day): boolean => flows.some(flow => isInPeriod(day, flow))
  const busy = stretches.filter(({ start }) => isBusy(start))
  return busy.length > 0 ? busy : stretches.slice(0, 1)
}

const unitsIn = (setting: Setting, item: SceneItem, at: number, day: Day): Units => {
  if (!isInPeriod(day, item)) return 0
  const units = unitsOfTenths(setting.amounts[at]!.quantity)
  const { ampEnd } = SCENES[setting.scene]
  return item.hasAdditional && ampEnd !== null && day < ampEnd ? 2 * units : units
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/**
 * Lays out the flows of each period: projects left, needs right, each in the same position whatever its
 * amount.
 */
export const layoutFlows = (setting: Setting, flows: readonly MatchFlow[]): FlowPicture[] => {
  const owned = ownedItemsOf(SCENES[setting.scene])
  return stretchesOf(setting, flows).map(({ start, end }) => {
    const here = flows.filter(flow => isInPeriod(start, flow))
    const usedOf = (of: 'projectId' | 'requirementId', id: string): Units =>
      sum(here.filter(flow => flow[of] === id).map(({ units, reserved }) => units + reserved))
    const side = (of: SceneItem['of']): Omit<FlowBlock, 'top' | 'height'>[] =>
      owned
        .filter(({ item }) => item.of === of)
        .map(({ item, owner, at }) => {
          const used = usedOf(of === 'project' ? 'projectId' : 'requirementId', item.id)
          return { item, owner: owner.name, used, units: Math.max(used, unitsIn(setting, item, at, start)) }
        })
    const [projects, needs] = [side('project'), side('requirement')]
    const perUnit = TALL / Math.max(1, ...[projects, needs].map(all => sum(all.map(({ units }) => units))))
    const heightOf = (block: { units: Units }): number => Math.max(LEAST, block.units * perUnit)
    const [left, right] = [stackBlocks(projects, TOP, heightOf), stackBlocks(needs, TOP, heightOf)]
    const blockOf = (blocks: readonly FlowBlock[], id: string): FlowBlock =>
      blocks.find(({ item }) => item.id === id)!
    const ribbons = here.map(({ projectId, requirementId, units, reserved }) => ({
      from: blockOf(left, projectId),
      to: blockOf(right, requirementId),
      thick: (units + reserved) * perUnit,
    }))
    return {
      start,
      end,
      left,
      right,
      perUnit,
      ribbons: placeRibbons(ribbons, left, right),
      height: bottomOf([...left, ...right]) + TOP,
    }
  })
}
