import {
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { GeoPermissibleObjects } from 'd3-geo'
import type { Marks } from '#contract/map'
import { readUploadedSets } from '#contract/boundaries'
import { BOUNDARIES, BOUNDARY_SETS, type BoundarySet, OWN_SETS } from '#domain/map/boundaries'
import { NOT_FOR_LEGAL_USE } from '#domain/place/attribution'
import { useAnswer } from '../api.ts'
import { Problem } from '../parts/problem.tsx'
import { MapControls, type Moves, STEP } from './controls.tsx'
import { FlowsLayer, type MapFlow } from './flows-layer.tsx'
import { InView } from './in-view.tsx'
import { MapLegend } from './legend.tsx'
import { MarksLayer, type PageOf } from './marks-layer.tsx'
import { OutlinesLayer } from './outlines-layer.tsx'
import { finePathOf } from './plane.ts'
import { type Drawn, useDrawn, usePoints } from './use-drawn.ts'
import { BEYOND, useGestures } from './use-gestures.ts'
import { useOutlines } from './use-outlines.ts'
import { useSize } from './use-size.ts'
import { moved, nearer, kept, onScreen, type View, viewOf, NEAREST } from './view.ts'
import './map.css'

const BEFORE_KNOWN = { width: 640, height: 420 }
/** What lies at one place cannot be told apart however near one looks: within so many units of the plane. */
const ONE_PLACE = 0.05
/** So long somebody is told how the map is moved, in milliseconds. */
const TOLD_MS = 2000

/** What a key does to the view. */
const moveOf = (key: string, { move, zoom, home }: Moves): (() => void) | undefined =>
  ({
    ArrowLeft: () => move(-STEP, 0),
    ArrowRight: () => move(STEP, 0),
    ArrowUp: () => move(0, -STEP),
    ArrowDown: () => move(0, STEP),
    '+': () => zoom(2),
    '=': () => zoom(2),
    '-': () => zoom(0.5),
    _: () => zoom(0.5),
    Home: home,
  })[key]

/** A map of things, with what its signs mean, whom to thank for its outlines, and what is in view as a table. */
export const MapView = ({
  label,
  marks: { items, total, unplaced },
  pageOf,
  flows = [],
  site,
  isSmall = false,
  hasOwnTable = false,
}: {
  label: string
  marks: Marks
  pageOf: PageOf
  flows?: readonly MapFlow[]
  /** The boundary of a site. */
  site?: GeoPermissibleObjects | null
  /** Of one thing, beside other facts: lower, and without a table, which would say no more. */
  isSmall?: boolean
  /** A table that says more of it stands beside it. */
  hasOwnTable?: boolean
}) => {
  const frame = useRef<HTMLDivElement>(null)
  const stage = useRef<SVGSVGElement>(null)
  const refocus = useRef<string | null>(null)
  const help = useId()
  const size = useSize(frame) ?? BEFORE_KNOWN
  const points = usePoints(items)
  const fit = useMemo(() => {
    if (!site) return viewOf(points, size)
    const corners = finePathOf.bounds(site).map(([x, y]) => ({ x, y }))
    return viewOf([...points, ...corners], size, NEAREST)
  }, [points, size, site])
  // What was looked at is left where the things become others: all of them are shown then.
  const [looked, setLooked] = useState<{ at: View; of: typeof points } | null>(null)
  const view = looked?.of === points ? looked.at : fit
  const look = useCallback((at: View) => setLooked({ at, of: points }), [points])
  const [sets, setSets] = useState<readonly BoundarySet[]>(OWN_SETS)
  const uploaded = useAnswer(readUploadedSets, {}).data?.items ?? []
  const outlines = {
    lpas: useOutlines('lpas', sets.includes('lpas')),
    catchments: useOutlines('catchments', sets.includes('catchments')),
    parks: useOutlines('parks', sets.includes('parks')),
    ncas: useOutlines('ncas', sets.includes('ncas')),
    subcatchments: useOutlines('subcatchments', sets.includes('subcatchments')),
  }
  const failed = BOUNDARY_SETS.find(set => outlines[set].error)
  const { all, near, inView } = useDrawn(items, points, view, size)
  const [picked, setPicked] = useState<Drawn | null>(null)
  const isPicked = picked !== null && inView.some(({ key }) => key === picked.key)
  const seen = useDeferredValue(useMemo(() => inView.flatMap(({ marks }) => marks), [inView]))
  const [isTold, setTold] = useState(false)
  const oneFinger = useCallback(() => setTold(true), [])
  useEffect(() => {
    if (!isTold) return
    const timer = setTimeout(() => setTold(false), TOLD_MS)
    return () => clearTimeout(timer)
  }, [isTold])
  const gestures = useGestures(frame, stage, { view, size, look, oneFinger })

  const focused = () => inView.find(({ marks }) => marks.some(({ id }) => id === refocus.current))
  const moves: Moves = {
    move: (right, down) => look(kept(moved(view, right, down), size)),
    zoom: times => {
      const its = focused()
      const at = its && onScreen(view, size, its)
      look(nearer(view, times, size, at && { x: at.x - size.width / 2, y: at.y - size.height / 2 }))
    },
    home: () => look(fit),
  }
  const open = (drawn: Drawn) => {
    const its = drawn.members.flatMap(at => points[at] ?? [])
    const apart = Math.max(...its.map(({ x, y }) => Math.hypot(x - drawn.x, y - drawn.y)))
    if (apart < ONE_PLACE) {
      setPicked(drawn)
      return
    }
    refocus.current = drawn.marks[0]?.id ?? null
    look(viewOf(its, size, view.k * 4))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const act = moveOf(event.key, moves)
    if (!act) return
    event.preventDefault()
    act()
  }
  const onDoubleClick = (event: MouseEvent) => {
    const box = event.currentTarget.getBoundingClientRect()
    look(
      nearer(view, 2, size, {
        x: event.clientX - box.left - size.width / 2,
        y: event.clientY - box.top - size.height / 2,
      }),
    )
  }
  const { x, y } = onScreen(view, size, { x: 0, y: 0 })
  const origin = { x: x + BEYOND, y: y + BEYOND }
  const shape = site && (finePathOf(site) ?? undefined)
  return (
    <div className={isSmall ? 'map map-small' : 'map'}>
      {failed && (
        <Problem
          error={new Error('The outlines of the map could not be loaded; the marks stand where they belong.')}
          retry={() => void outlines[failed].refetch()}
        />
      )}
      <div className="map-box">
        <div
          ref={frame}
          className="map-frame"
          role="application"
          aria-roledescription="map"
          aria-label={label}
          aria-describedby={help}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onDoubleClick={onDoubleClick}
          {...gestures}
        >
          <svg
            ref={stage}
            className="map-stage"
            width={size.width}
            height={size.height}
            viewBox={`${BEYOND} ${BEYOND} ${size.width} ${size.height}`}
          >
            <OutlinesLayer
              sets={Object.fromEntries(sets.map(set => [set, outlines[set].data]))}
              view={view}
              size={size}
            />
            {shape && (
              <path
                className="map-site"
                aria-hidden="true"
                d={shape}
                transform={`translate(${origin.x} ${origin.y}) scale(${view.k})`}
              />
            )}
            {flows.length > 0 && <FlowsLayer flows={flows} drawn={all} k={view.k} origin={origin} />}
            <MarksLayer
              near={near}
              inView={inView}
              k={view.k}
              origin={origin}
              halfWay={BEYOND + size.width * 0.6}
              pageOf={pageOf}
              open={open}
              leave={() => frame.current?.focus()}
              refocus={refocus}
            />
          </svg>
        </div>
        <MapControls {...moves} />
        {isTold && (
          <p className="map-two-fingers" aria-hidden="true">
            Use two fingers to move the map
          </p>
        )}
      </div>
      <p id={help} className="sr-only">
        Arrows move the map, on a touch screen two fingers do, plus and minus look closer and further away,
        Home shows all. Tab leads to the marks, arrows from one to the next, Enter opens one.
      </p>
      <MapLegend
        marks={items}
        sets={sets}
        offered={[...OWN_SETS, ...uploaded.map(({ set }) => set)]}
        toggle={set => setSets(sets.includes(set) ? sets.filter(one => one !== set) : [...sets, set])}
        hasFlows={flows.length > 0}
        hasSite={Boolean(shape)}
      />
      <p className="map-thanks">
        {[
          ...sets.map(set => BOUNDARIES[set].attribution),
          ...uploaded.filter(({ set }) => sets.includes(set)).map(({ attribution }) => attribution),
          NOT_FOR_LEGAL_USE,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {!isSmall && !hasOwnTable && (
        <InView
          marks={isPicked ? picked.marks : seen}
          total={total}
          unplaced={unplaced}
          isPicked={isPicked}
          showAll={() => setPicked(null)}
          pageOf={pageOf}
        />
      )}
    </div>
  )
}
