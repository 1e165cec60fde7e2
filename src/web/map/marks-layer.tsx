import { memo, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { Link } from 'react-router'
import type { MapMark } from '#contract/public/map'
import type { DrawnMark } from './use-drawn.ts'
import { clusterLabel, markCountText, markLabel, markColourClass } from './messages.ts'

/**
 * Shape of a kind of mark: round for supply, a square on its corner for need. Hollow and dashed if the place
 * is not exact.
 */
export const MarkShape = ({ kind, isExact }: { kind: MapMark['kind']; isExact: boolean }) => {
  const className = isExact ? 'mark-shape' : 'mark-shape mark-near'
  return kind === 'project' ? (
    <circle className={className} r={8} />
  ) : (
    <path className={className} d="M0-10 10 0 0 10-10 0Z" />
  )
}

/** Returns the address of a mark's page. */
export type MarkAddress = (mark: MapMark) => string

interface MarkProps {
  drawn: DrawnMark
  /** Position in pixels at this zoom level. */
  x: number
  y: number
  pageOf: MarkAddress
  isCurrent: boolean
  open: (drawn: DrawnMark) => void
  point: (key: string | null, isFocus: boolean) => void
}

const OneMark = memo(({ drawn, x, y, pageOf, isCurrent, open, point }: MarkProps) => {
  const { marks, key } = drawn
  const only = marks.length === 1 ? marks[0] : undefined
  const at = `translate(${x} ${y})`
  const common = {
    'data-key': key,
    className: `mark ${markColourClass(marks)}`,
    tabIndex: isCurrent ? 0 : -1,
    onFocus: () => point(key, true),
    onBlur: () => point(null, true),
    onPointerEnter: () => point(key, false),
    onPointerLeave: () => point(null, false),
  }
  if (only)
    return (
      <Link {...common} to={pageOf(only)} aria-label={markLabel(only)} draggable={false}>
        <g transform={at}>
          <circle className="mark-reach" r={14} />
          <MarkShape kind={only.kind} isExact={only.precision === 'exact'} />
        </g>
      </Link>
    )
  const r = 12 + 2.5 * Math.log10(marks.length)
  return (
    <g
      {...common}
      role="button"
      aria-label={clusterLabel(marks)}
      onClick={() => open(drawn)}
      onKeyDown={event => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        open(drawn)
      }}
    >
      <g transform={at}>
        <circle className="mark-cluster" r={r} />
        <text className="mark-count" dy="0.36em">
          {marks.length > 9999 ? `${Math.round(marks.length / 1000)}k` : marks.length}
        </text>
      </g>
    </g>
  )
})

const rounded = (value: number): number => Math.round(value * 10) / 10

/** Name of the mark that is hovered or focused, next to it. */
const Tip = ({ drawn, x, y, side }: { drawn: DrawnMark; x: number; y: number; side: 'start' | 'end' }) => (
  <text
    className="mark-tip"
    aria-hidden="true"
    x={x + (side === 'start' ? 18 : -18)}
    y={y}
    dy="0.35em"
    textAnchor={side}
  >
    {drawn.marks.length === 1 ? drawn.marks[0]?.name : markCountText(drawn.marks)}
  </text>
)

/**
 * Marks of a map. Tab reaches one of them, and arrow keys move to the others in reading order; Enter opens
 * the record or zooms in, Escape returns to the map.
 */
export const MarksLayer = ({
  near,
  inView,
  k,
  origin,
  halfWay,
  pageOf,
  open,
  leave,
  refocus,
}: {
  near: readonly DrawnMark[]
  /** Marks in reading order. */
  inView: readonly DrawnMark[]
  /** Pixels per unit of the plane. */
  k: number
  /** Position of the plane's origin on the drawing. */
  origin: { x: number; y: number }
  /** Horizontal position from which names are written to the left of their marks. */
  halfWay: number
  pageOf: MarkAddress
  open: (drawn: DrawnMark) => void
  /** Moves the focus to the map itself. */
  leave: () => void
  /** Id of the record whose mark takes the focus once it is drawn. */
  refocus: { current: string | null }
}) => {
  const layer = useRef<SVGGElement>(null)
  const [current, setCurrent] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const [point] = useState(() => (key: string | null, isFocus: boolean) => {
    if (isFocus && key !== null) setCurrent(key)
    setPointed(key)
  })
  const tabbed = inView.some(({ key }) => key === current) ? current : (inView[0]?.key ?? null)
  const markOf = (key: string | undefined) =>
    [...(layer.current?.querySelectorAll<SVGElement>('[data-key]') ?? [])].find(
      element => element.dataset.key === key,
    )
  const focus = (drawn: DrawnMark | undefined) => markOf(drawn?.key)?.focus()

  useLayoutEffect(() => {
    const wanted = refocus.current
    if (wanted === null) return
    refocus.current = null
    const found = inView.find(({ marks }) => marks.some(({ id }) => id === wanted))
    if (found) focus(found)
    else leave()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const at = inView.findIndex(({ key }) => key === current)
    if (event.key === 'Escape') {
      event.stopPropagation()
      leave()
      return
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (step === undefined) {
      // These keys draw the map again, and with it the focused mark.
      if (['+', '=', '-', '_', 'Home'].includes(event.key)) refocus.current = inView[at]?.marks[0]?.id ?? null
      return
    }
    event.preventDefault()
    event.stopPropagation()
    focus(inView[(at + step + inView.length) % inView.length])
  }
  const tip = near.find(({ key }) => key === pointed)
  return (
    <g
      ref={layer}
      role="group"
      aria-label="Marks, from the top"
      transform={`translate(${rounded(origin.x)} ${rounded(origin.y)})`}
      onKeyDown={onKeyDown}
    >
      {near.map(drawn => (
        <OneMark
          key={drawn.key}
          drawn={drawn}
          x={rounded(drawn.x * k)}
          y={rounded(drawn.y * k)}
          pageOf={pageOf}
          isCurrent={drawn.key === tabbed}
          open={open}
          point={point}
        />
      ))}
      {tip && (
        <Tip
          drawn={tip}
          x={rounded(tip.x * k)}
          y={rounded(tip.y * k)}
          side={tip.x * k + origin.x > halfWay ? 'end' : 'start'}
        />
      )}
    </g>
  )
}
