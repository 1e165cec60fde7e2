import type { Mark } from '#contract/map'

/** The shape of a kind of thing: round what supplies, on its corner what needs. Hollow and broken where the place is not the exact one. */
export const MarkShape = ({ kind, isExact }: { kind: Mark['kind']; isExact: boolean }) => {
  const className = isExact ? 'mark-shape' : 'mark-shape mark-near'
  return kind === 'project' ? (
    <circle className={className} r={8} />
  ) : (
    <path className={className} d="M0-10 10 0 0 10-10 0Z" />
  )
}
