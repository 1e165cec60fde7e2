import type { MatchView } from '#contract/round/match'
import { Money } from '../../parts/values/amounts.tsx'

/** Accuracy of a match's shares in plain words, with the number if they are not exact. */
export const ShareCertainty = ({ match }: { match: MatchView }) => {
  if (match.certainty === 'exact') return 'Exact to the penny'
  return (
    <>
      Estimated by sampling: a share is within <Money pounds={match.shareHalfWidth} /> of the exact one 95
      times out of 100
    </>
  )
}
