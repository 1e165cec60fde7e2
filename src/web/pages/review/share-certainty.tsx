import type { MatchView } from '#contract/round/match'
import { Money } from '../../parts/values/amounts.tsx'

/** Accuracy of a match's shares in plain words, with the number if they are not exact. */
export const ShareCertainty = ({ match }: { match: MatchView }) => {
  if (match.certainty === 'exact') return 'Exact to the penny'
  const most = <Money pounds={match.shareHalfWidth} />
  return match.certainty === 'bounded' ? (
    <>Calculated with bounds: every share is guaranteed to be within {most} of the exact one</>
  ) : (
    <>Estimated by sampling: a share is within {most} of the exact one 95 times out of 100</>
  )
}
