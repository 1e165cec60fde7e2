import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Mark } from '#contract/map'
import { MarkShape } from './mark-shape.tsx'
import type { Drawn } from './use-drawn.ts'
import { countOf, saidOf, toneOf } from './words.ts'

/** Where the page of a thing is. */
export type PageOf = (mark: Mark) => string

interface MarkProps {
  drawn: Drawn
  /** In pixels of this nearness. */
  x: number
  y: number
  pageOf: PageOf
  isCurrent: boolean
  open: (drawn: Drawn) => void
  point: (key: string | null, isFocus: boolean) => void
}

const nameOf = ({ marks }: Drawn): string =>
  marks.length === 1 ? marks.map(saidOf).join() : `${countOf(marks)} close together`

const OneMark = memo(({ drawn, x, y, pageOf, isCurrent, open, point }: MarkProps) => {
  const { marks, key } = drawn
  const only = marks.length === 1 ? marks[0] : undefined
  const at = `translate(${x} ${y})`
  const common = {
    'data-key': key,
    className: `mark ${toneOf(marks)}`,
    tabIndex: isCurrent ? 0 : -1,
    onFocus: () => point(key, true),
    onBlur: () => point(null, true),
    onPointerEnter: () => point(key, false),
    onPointerLeave: () => point(null, false),
  }
  if (only)
    return (
      <Link {...common} to={pageOf(only)} aria-label={nameOf(drawn)} draggable={false}>
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
      aria-label={`${nameOf(drawn)}: look closer`}
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

/** The name of what is pointed at or focused, beside its mark. */
const Tip = ({ drawn, x, y, side }: { drawn: Drawn; x: number; y: number; side: 'start' | 'end' }) => (
  <text
    className="mark-tip"
    aria-hidden="true"
    x={x + (side === 'start' ? 18 : -18)}
    y={y}
    dy="0.35em"
    textAnchor={side}
  >
    {drawn.marks.length === 1 ? drawn.marks[0]?.name : countOf(drawn.marks)}
  </text>
)

/**
 * The marks of a map. One of them is reached by Tab, the others from it by the arrows in reading order; Enter opens the thing
 * or looks closer, Escape leads back to the map.
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
  near: readonly Drawn[]
  /** In reading order. */
  inView: readonly Drawn[]
  /** Pixels for each unit of the plane. */
  k: number
  /** Where the origin of the plane is on the drawing. */
  origin: { x: number; y: number }
  /** Right of it names are written to the left. */
  halfWay: number
  pageOf: PageOf
  open: (drawn: Drawn) => void
  /** To the map itself. */
  leave: () => void
  /** The thing whose mark is to have the focus once it is drawn. */
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
  const focus = (drawn: Drawn | undefined) => markOf(drawn?.key)?.focus()

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
      // The map is drawn anew by these, and the mark with it.
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
