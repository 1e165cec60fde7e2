import { type PointerEvent, useRef, useState } from 'react'
import { parseCorner, formatCorner } from '#domain/land/site-corners'
import type { GridPoint } from '#domain/land/site-outline'

interface Drawn {
  /** Index in the list. */
  at: number
  point: GridPoint
}

/** Visible part of the ground: its north-west corner, and the side of the square in metres. */
interface Frame {
  west: number
  north: number
  side: number
}

const frameOf = (drawn: readonly Drawn[]): Frame => {
  const eastings = drawn.map(({ point: [easting] }) => easting)
  const northings = drawn.map(({ point: [, northing] }) => northing)
  const [west, south] = [Math.min(...eastings), Math.min(...northings)]
  const [width, height] = [Math.max(...eastings) - west, Math.max(...northings) - south]
  const side = Math.max(width, height, 20) * 1.3
  return { west: west - (side - width) / 2, north: south + height + (side - height) / 2, side }
}

/** Squared distance of a point from a line segment between two others. */
const awayFrom = ([x, y]: GridPoint, [ax, ay]: GridPoint, [bx, by]: GridPoint): number => {
  const [dx, dy] = [bx - ax, by - ay]
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)))
  return (x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2
}

/** Index of the corner after which a new one is inserted: on the nearest side. */
const sideNear = (point: GridPoint, drawn: readonly Drawn[]): number => {
  const away = drawn.map((one, place) => awayFrom(point, one.point, drawn[(place + 1) % drawn.length]!.point))
  return drawn[away.indexOf(Math.min(...away))]!.at
}

/**
 * Outline as drawn so far. A pointer moves its corners and adds one with a press elsewhere; the list next to
 * it does the same by keyboard.
 */
export const CornersDrawing = ({
  corners,
  onChange,
}: {
  corners: readonly string[]
  onChange: (corners: string[]) => void
}) => {
  const svg = useRef<SVGSVGElement>(null)
  const [dragged, setDragged] = useState<{ at: number; frame: Frame } | null>(null)
  const drawn = corners.flatMap((text, at): Drawn[] => {
    const point = parseCorner(text)
    return point ? [{ at, point }] : []
  })
  if (drawn.length < 2) return null
  // While a corner is being moved the visible ground does not change.
  const frame = dragged?.frame ?? frameOf(drawn)
  const placeOf = ({ clientX, clientY }: PointerEvent): GridPoint => {
    const { left, top, width } = svg.current!.getBoundingClientRect()
    const scale = frame.side / width
    const rounded = (metres: number) => Math.round(metres * 10) / 10
    return [rounded(frame.west + (clientX - left) * scale), rounded(frame.north - (clientY - top) * scale)]
  }
  const xy = ([easting, northing]: GridPoint) => [easting - frame.west, frame.north - northing] as const
  const points = drawn.map(({ point }) => xy(point).join(',')).join(' ')
  return (
    <svg
      ref={svg}
      className="corners-drawing"
      viewBox={`0 0 ${frame.side} ${frame.side}`}
      role="img"
      aria-label="The outline of the site. Its corners are in the list below."
      onPointerDown={event => {
        const place = placeOf(event)
        const near = sideNear(place, drawn)
        const at = near + 1
        onChange(corners.toSpliced(at, 0, formatCorner(place)))
        setDragged({ at, frame })
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={event => {
        if (dragged) onChange(corners.with(dragged.at, formatCorner(placeOf(event))))
      }}
      onPointerUp={() => setDragged(null)}
      onPointerCancel={() => setDragged(null)}
    >
      <polygon points={points} />
      {drawn.map(({ at, point }) => {
        const [cx, cy] = xy(point)
        return (
          <g key={at}>
            <circle
              cx={cx}
              cy={cy}
              r={frame.side / 40}
              onPointerDown={event => {
                event.stopPropagation()
                setDragged({ at, frame })
                svg.current?.setPointerCapture(event.pointerId)
              }}
            />
            <text x={cx + frame.side / 30} y={cy - frame.side / 30} fontSize={frame.side / 22}>
              {at + 1}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
