import { Map } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { Loading } from '../../parts/loading.tsx'
import { LaterMap } from './later-map.ts'

/** A button that shows things on a map below it. Before it is pressed nothing of a map is fetched. */
export const MapDoor = (shown: ComponentProps<typeof LaterMap>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={isOpen ? 'map-door' : 'map-door is-closed'}>
      <button
        type="button"
        className="button button-small"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Map aria-hidden="true" /> {isOpen ? 'Hide the map' : 'Show on a map'}
      </button>
      {isOpen && (
        <Suspense fallback={<Loading lines={8} what="Loading the map" />}>
          <LaterMap {...shown} />
        </Suspense>
      )}
    </div>
  )
}
