import { useState } from 'react'
import { line, curveBumpX } from 'd3-shape'
import { Link } from 'react-router'
import type { ReviewFlow } from '#contract/match'
import { cutTo, units } from './figures.ts'
import { layOut, type FlowNode, type FlowRibbon } from './flow-layout.ts'
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

const nodeText = (node: FlowNode): string =>
  node.side === 'project'
    ? `${node.name} supplies ${units(node.units)}${node.reserved > 0 ? ` and keeps ${units(node.reserved)} in reserve` : ''}`
    : `${node.name} is met with ${units(node.units)}`

const ribbonText = (ribbon: FlowRibbon): string =>
  `${ribbon.from.name} supplies ${units(ribbon.units)} to ${ribbon.to.name}` +
  (ribbon.reserved > 0 ? `, with ${units(ribbon.reserved)} kept in reserve` : '')

/** Which project serves which requirement in one period; hover, tap or focus a name to follow its ribbons. */
export const FlowChart = ({
  flows,
  tone,
  label,
  linkTo,
}: {
  flows: readonly ReviewFlow[]
  /** The class that gives the credit type its colour. */
  tone: string
  label: string
  linkTo: (side: 'project' | 'requirement', id: string) => string
}) => {
  const [box, width] = useWidth(760)
  const [lit, setLit] = useState<string | null>(null)
  const { nodes, ribbons, height } = layOut(flows)
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
                {cutTo(node.name, (isNarrow ? width * 0.42 : room) - 64)}
                <tspan className="flow-units" dx={6}>
                  {units(node.units)}
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
          {litNode
            ? nodeText(litNode)
            : litRibbon
              ? ribbonText(litRibbon)
              : 'Point at or move to a name to follow what it supplies or is supplied with.'}
        </span>
      </figcaption>
    </figure>
  )
}
