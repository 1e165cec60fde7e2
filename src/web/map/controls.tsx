import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, House, Minus, Plus } from 'lucide-react'

/** What can be done to the view, each with a button of its own. */
export interface Moves {
  move: (right: number, down: number) => void
  zoom: (times: number) => void
  home: () => void
}

/** So far an arrow moves the map, in pixels. */
export const STEP = 96

/** Buttons for all that can be done by dragging, pinching or keys. */
export const MapControls = ({ move, zoom, home }: Moves) => (
  <div className="map-controls" role="group" aria-label="Move the map">
    {(
      [
        ['in', 'Closer', Plus, () => zoom(2)],
        ['out', 'Further away', Minus, () => zoom(0.5)],
        ['home', 'Show all', House, home],
        ['north', 'North', ArrowUp, () => move(0, -STEP)],
        ['south', 'South', ArrowDown, () => move(0, STEP)],
        ['west', 'West', ArrowLeft, () => move(-STEP, 0)],
        ['east', 'East', ArrowRight, () => move(STEP, 0)],
      ] as const
    ).map(([id, label, Icon, press]) => (
      <button
        key={id}
        type="button"
        className={`map-control map-control-${id}`}
        aria-label={label}
        title={label}
        onClick={press}
      >
        <Icon size={18} aria-hidden="true" />
      </button>
    ))}
  </div>
)
