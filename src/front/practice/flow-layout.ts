import type { MatchFlow } from '#domain/match-solution'
import { isDuring, type Day } from '#domain/dates'
import type { Units } from '#domain/units'
import { unitsOfTenths } from '#practice/model/problem'
import { SCENES, type SceneItem } from '#practice/model/scenes'
import type { Setting } from '#practice/model/setting'
import { itemsOf } from './names.ts'

/** A project or a need as a block of the drawing. */
export interface FlowBlock {
  item: SceneItem
  owner: string
  /** What it offers or needs in this stretch of time. */
  units: Units
  /** What of it is used or met, the reserve included. */
  used: Units
  top: number
  height: number
}

/** Units that go from a project to a need. */
export interface FlowRibbon {
  id: string
  fromTop: number
  toTop: number
  thick: number
}

/** What goes where in one stretch of time. */
export interface FlowPicture {
  start: Day
  end: Day | null
  left: FlowBlock[]
  right: FlowBlock[]
  ribbons: FlowRibbon[]
  height: number
}

const GAP = 10
/** Two lines of text. */
const LEAST = 30
const TALL = 170
const TOP = 6

/** The stretches of time in which nothing changes: those of the flows, else that from the first day on. */
const stretchesOf = (setting: Setting, flows: readonly MatchFlow[]): { start: Day; end: Day | null }[] => {
  const first = SCENES[setting.scene].items.map(({ start }) => start).toSorted()[0]!
  const cuts = [
    ...new Set([first, ...flows.flatMap(({ start, end }) => [start, ...(end === null ? [] : [end])])]),
  ].toSorted()
  const stretches = cuts.map((start, at) => ({ start, end: cuts[at + 1] ?? null }))
  const isBusy = (day: Day): boolean => flows.some(flow => isDuring(day, flow))
  const busy = stretches.filter(({ start }) => isBusy(start))
  return busy.length > 0 ? busy : stretches.slice(0, 1)
}

const unitsIn = (setting: Setting, item: SceneItem, at: number, day: Day): Units => {
  if (!isDuring(day, item)) return 0
  const units = unitsOfTenths(setting.amounts[at]!.quantity)
  const { ampEnd } = SCENES[setting.scene]
  return item.hasAdditional && ampEnd !== null && day < ampEnd ? 2 * units : units
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** Places what flows in each stretch of time: projects left, needs right, each in its place however much it is. */
export const picturesOf = (setting: Setting, flows: readonly MatchFlow[]): FlowPicture[] => {
  const owned = itemsOf(SCENES[setting.scene])
  return stretchesOf(setting, flows).map(({ start, end }) => {
    const here = flows.filter(flow => isDuring(start, flow))
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
    const stacked = (blocks: Omit<FlowBlock, 'top' | 'height'>[]): FlowBlock[] => {
      let top = TOP
      return blocks.map(block => {
        const height = block.units * perUnit
        const placed = { ...block, top, height }
        top += Math.max(LEAST, height) + GAP
        return placed
      })
    }
    const [left, right] = [stacked(projects), stacked(needs)]
    const taken = new Map<FlowBlock, number>()
    const place = (block: FlowBlock, thick: number): number => {
      const before = taken.get(block) ?? 0
      taken.set(block, before + thick)
      return block.top + before
    }
    const rank = (blocks: readonly FlowBlock[], id: string): number =>
      blocks.findIndex(({ item }) => item.id === id)
    const ribbons = here
      .toSorted(
        (a, b) =>
          rank(right, a.requirementId) - rank(right, b.requirementId) ||
          rank(left, a.projectId) - rank(left, b.projectId),
      )
      .map(({ projectId, requirementId, units, reserved }): FlowRibbon => {
        const thick = (units + reserved) * perUnit
        return {
          id: `${projectId} ${requirementId}`,
          fromTop: place(left[rank(left, projectId)]!, thick),
          toTop: place(right[rank(right, requirementId)]!, thick),
          thick,
        }
      })
    const bottom = Math.max(...[...left, ...right].map(block => block.top + Math.max(LEAST, block.height)))
    return { start, end, left, right, ribbons, height: bottom + TOP }
  })
}
