import type { RoundView } from '#contract/round'
import { Notice } from '../../parts/notice.tsx'

/** The organisations of a round that may be one and are priced as several players, for the market operator before a match. */
export const SeparatePlayers = ({ round }: { round: RoundView }) =>
  round.separatePlayers.length > 0 && (
    <Notice tone="warn">
      {round.separatePlayers.map(sentence => (
        <p key={sentence}>{sentence}.</p>
      ))}
    </Notice>
  )
