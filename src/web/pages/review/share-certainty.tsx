import type { MatchView } from '#contract/match'
import { Money } from '../../parts/amounts.tsx'

/** How sure the shares of a match are, in plain words, with the number where they are not exact. */
export const ShareCertainty = ({ match }: { match: MatchView }) => {
  if (match.certainty === 'exact') return 'Exact to the penny'
  const most = <Money pounds={match.shareHalfWidth} />
  return match.certainty === 'bounded' ? (
    <>Bounded: every share is within {most} of the exact one, guaranteed</>
  ) : (
    <>Sampled: a share is within {most} of the exact one 95 times of 100</>
  )
}
