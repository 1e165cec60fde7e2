import type { Holding } from '#domain/credit/balance'

const marks: Record<Holding, string | null> = {
  unsold: null,
  reserve: 'M-1 9 9 -1 M-1 1 1 -1 M7 9 9 7',
  rightsCreated: 'M0 2h8 M0 6h8',
  rightsAllocated: 'M2 1.2v1.6 M6 5.2v1.6',
  issued: null,
  redeemed: 'M2 0v8 M6 0v8',
  retired: 'M0 0 8 8 M8 0 0 8',
}

/**
 * Pattern of each holding, for use as `url(#<prefix>-<holding>)`, so that holdings are distinguishable
 * without colour.
 */
export const HoldingPatterns = ({ prefix }: { prefix: string }) => (
  <defs>
    {Object.entries(marks).map(([holding, path]) => (
      <pattern
        key={holding}
        id={`${prefix}-${holding}`}
        className={`holding-pattern is-${holding}`}
        width="8"
        height="8"
        patternUnits="userSpaceOnUse"
      >
        <rect width="8" height="8" />
        {path && <path d={path} />}
      </pattern>
    ))}
  </defs>
)
