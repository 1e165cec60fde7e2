import { useState } from 'react'
import { line, curveBumpX } from 'd3-shape'
import { Link } from 'react-router'
import type { ReviewFlow } from '#contract/round/match'
import { truncateText, formatUnits } from './figures.ts'
import { layOutFlows, type FlowNode, type FlowRibbon } from './flow-layout.ts'
import { FLOW_CHART_HINT, flowText, receivedUnitsText, suppliedUnitsText } from './messages.ts'
import { useWidth } from './use-width.ts'
import './charts.css'
import './flow.css'

const NODE = 10
const GAP_REACH = 6

const middle = line<[number, number]>()
  .x(([x]) => x)
  .y(([, y]) => y)
  .curve(curveBumpX)

const touches = (ribbon: FlowRibbon, lit: string | null): boolean =>
  lit === null || ribbon.id === lit || ribbon.from.id === lit || ribbon.to.id === lit

const nodeText = ({ side, name, units: amount, reserved }: FlowNode): string =>
  side === 'project' ? suppliedUnitsText(name, amount, reserved) : receivedUnitsText(name, amount)

const ribbonText = ({ from, to, units: amount, reserved }: FlowRibbon): string =>
  flowText(from.name, to.name, amount, reserved)

/**
 * Projects and the requirements that they serve in one period. Hovering, tapping or focusing a name
 * highlights its ribbons.
 */
export const FlowChart = ({
  flows,
  tone,
  label,
  linkTo,
}: {
  flows: readonly ReviewFlow[]
  /** Class with the colour of the credit type. */
  tone: string
  label: string
  linkTo: (side: 'project' | 'requirement', id: string) => string
}) => {
  const [box, width] = useWidth(760)
  const [lit, setLit] = useState<string | null>(null)
  const { nodes, ribbons, height } = layOutFlows(flows)
  const isNarrow = width < 620
  const room = isNarrow ? 0 : Math.min(300, width * 0.3)
  const left = room
  const right = width - room - NODE
  const litNode = nodes.find(node => node.id === lit)
  const litRibbon = ribbons.find(ribbon => ribbon.id === lit)
  return (
    <figure className={`chart flow-chart ${tone}`} ref={box}>
      <svg width={width} height={height} role="group" aria-label={label}>
        {ribbons.map(ribbon => {
          const start = ribbon.fromTop + ribbon.thick / 2
          const end = ribbon.toTop + ribbon.thick / 2
          return (
            <path
              key={ribbon.id}
              className={touches(ribbon, lit) ? (lit ? 'ribbon is-lit' : 'ribbon') : 'ribbon is-dim'}
              d={
                middle([
                  [left + NODE, start],
                  [right, end],
                ]) ?? ''
              }
              strokeWidth={ribbon.thick}
              onMouseEnter={() => setLit(ribbon.id)}
              onMouseLeave={() => setLit(null)}
            />
          )
        })}
        {nodes.map(node => {
          const isLeft = node.side === 'project'
          const x = isLeft ? left : right
          const isLit =
            lit === null ||
            node.id === lit ||
            ribbons.some(r => touches(r, lit) && (r.from.id === node.id || r.to.id === node.id))
          const reservedHeight =
            node.reserved > 0 ? (node.height * node.reserved) / (node.units + node.reserved) : 0
          const atX = isNarrow ? (isLeft ? x + NODE + 6 : x - 6) : isLeft ? x - 8 : x + NODE + 8
          const anchor = isLeft === isNarrow ? 'start' : 'end'
          return (
            <Link
              key={node.side + node.id}
              className={isLit ? 'flow-node' : 'flow-node is-dim'}
              to={linkTo(node.side, node.id)}
              onMouseEnter={() => setLit(node.id)}
              onMouseLeave={() => setLit(null)}
              onFocus={() => setLit(node.id)}
              onBlur={() => setLit(null)}
            >
              <title>{nodeText(node)}</title>
              <rect
                className="flow-reach"
                x={isNarrow ? (isLeft ? x : x - width * 0.4) : isLeft ? 0 : x}
                y={node.top - GAP_REACH / 2}
                width={isNarrow ? width * 0.4 + NODE : room + NODE}
                height={Math.max(24, node.height + GAP_REACH)}
              />
              <rect className="flow-block" x={x} y={node.top} width={NODE} height={node.height} />
              {reservedHeight > 0 && (
                <rect
                  className="flow-reserve"
                  x={x}
                  y={node.top + node.height - reservedHeight}
                  width={NODE}
                  height={reservedHeight}
                />
              )}
              <text x={atX} y={node.top + Math.min(node.height / 2, 40)} dy="0.34em" textAnchor={anchor}>
                {truncateText(node.name, (isNarrow ? width * 0.42 : room) - 64)}
                <tspan className="flow-units" dx={6}>
                  {formatUnits(node.units)}
                </tspan>
              </text>
            </Link>
          )
        })}
      </svg>
      <figcaption className="chart-legend">
        {nodes.some(node => node.reserved > 0) && (
          <span className="legend-box is-reserve">Kept in reserve</span>
        )}
        <span aria-live="polite">
          {litNode ? nodeText(litNode) : litRibbon ? ribbonText(litRibbon) : FLOW_CHART_HINT}
        </span>
      </figcaption>
    </figure>
  )
}
