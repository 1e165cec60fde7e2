import type { CreditType } from '@credit-market/matching/problem/credit-type'
import type { PlanePoint } from '#domain/map/plane'
import { CREDIT_CLASS } from '../charts/figures.ts'
import type { DrawnMark } from './use-drawn.ts'

/** Units that go from a project to a requirement. */
export interface MapFlow {
  from: string
  to: string
  creditType: CreditType
  units: number
}

const WIDEST = 12
const THINNEST = 1.5

/** Path of a flow, curved to one side so that flows in opposite directions stay distinguishable. */
const bend = (from: PlanePoint, to: PlanePoint): string => {
  const x = (from.x + to.x) / 2 + (to.y - from.y) * 0.16
  const y = (from.y + to.y) / 2 - (to.x - from.x) * 0.16
  const at = (point: PlanePoint) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`
  return `M${at(from)}Q${at({ x, y })} ${at(to)}`
}

/**
 * Lines from suppliers to those supplied, each as wide as its amount; they end where their marks are drawn.
 */
export const FlowsLayer = ({
  flows,
  drawn,
  k,
  origin,
}: {
  flows: readonly MapFlow[]
  drawn: readonly DrawnMark[]
  /** Pixels per unit of the plane. */
  k: number
  origin: PlanePoint
}) => {
  const placeOf = new Map(drawn.flatMap(one => one.marks.map(({ id }) => [id, one] as const)))
  const sums = new Map<string, { from: DrawnMark; to: DrawnMark; creditType: CreditType; units: number }>()
  for (const { from: fromId, to: toId, creditType, units } of flows) {
    const from = placeOf.get(fromId)
    const to = placeOf.get(toId)
    if (!from || !to || from === to) continue
    const key = `${from.key} ${to.key} ${creditType}`
    sums.set(key, { from, to, creditType, units: units + (sums.get(key)?.units ?? 0) })
  }
  const most = Math.max(...[...sums.values()].map(({ units }) => units))
  const scaled = ({ x, y }: PlanePoint) => ({ x: x * k + origin.x, y: y * k + origin.y })
  return (
    <g aria-hidden="true">
      {[...sums].map(([key, { from, to, creditType, units }]) => (
        <path
          key={key}
          className={`map-flow ${CREDIT_CLASS[creditType]}`}
          d={bend(scaled(from), scaled(to))}
          strokeWidth={Math.max(THINNEST, (WIDEST * units) / most).toFixed(1)}
        />
      ))}
    </g>
  )
}
