import type { CreditType } from '#domain/credit-type'
import type { PlanePoint } from '#domain/map/plane'
import { CREDIT_CLASS } from '../charts/figures.ts'
import type { Drawn } from './use-drawn.ts'

/** Units that go from a project to a requirement. */
export interface MapFlow {
  from: string
  to: string
  creditType: CreditType
  units: number
}

const WIDEST = 12
const THINNEST = 1.5

/** Bent to one side, so that what goes there and back is told apart. */
const bend = (from: PlanePoint, to: PlanePoint): string => {
  const x = (from.x + to.x) / 2 + (to.y - from.y) * 0.16
  const y = (from.y + to.y) / 2 - (to.x - from.x) * 0.16
  const at = (point: PlanePoint) => `${point.x.toFixed(1)} ${point.y.toFixed(1)}`
  return `M${at(from)}Q${at({ x, y })} ${at(to)}`
}

/** Lines from those who supply to those who are supplied, each as wide as its amount; they end where their marks are drawn. */
export const FlowsLayer = ({
  flows,
  drawn,
  k,
  origin,
}: {
  flows: readonly MapFlow[]
  drawn: readonly Drawn[]
  /** Pixels for each unit of the plane. */
  k: number
  origin: PlanePoint
}) => {
  const placeOf = new Map(drawn.flatMap(one => one.marks.map(({ id }) => [id, one] as const)))
  const sums = new Map<string, { from: Drawn; to: Drawn; creditType: CreditType; units: number }>()
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
