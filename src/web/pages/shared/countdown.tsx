import type { Instant } from '#domain/dates'
import { useTimeLeft } from './use-time-left.ts'

/** How long it still takes until something happens by itself; its place is kept, and only it is drawn again as time passes. */
export const Countdown = ({ what, until }: { what: string; until: Instant }) => {
  const left = useTimeLeft(until)
  return (
    <p className="countdown quiet">
      <span aria-hidden="true">{left?.words}</span>
      <span className="sr-only" role="status">
        {left?.said && `${what} ${left.said}.`}
      </span>
    </p>
  )
}
