import { NOT_GIVEN } from '#domain/messages'
import { ExternalLink } from 'lucide-react'

/** A grid reference, three words or an address, as a link to a maps service. */
export const MapLink = ({
  place,
  as = 'address',
}: {
  place: string | null
  as?: 'address' | 'grid' | 'words'
}) => {
  if (!place) return <span className="quiet">{NOT_GIVEN}</span>
  const address = {
    address: `https://www.openstreetmap.org/search?query=${encodeURIComponent(place)}`,
    grid: `https://gridreferencefinder.com/?gr=${encodeURIComponent(place)}`,
    words: `https://what3words.com/${encodeURIComponent(place.replace(/^\/+/, ''))}`,
  }[as]
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {place} <ExternalLink size={14} aria-hidden="true" />
      <span className="sr-only"> (opens a map in a new tab)</span>
    </a>
  )
}
