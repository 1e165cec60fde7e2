import { Lock } from 'lucide-react'
import type { RoundStatus } from '#domain/round'
import { isBeforeClosing } from './before-closing.ts'

/** An amount exists, but this reader may not know it yet, or never. */
export const Sealed = ({ round, short = false }: { round: { status: RoundStatus }; short?: boolean }) => {
  const words = isBeforeClosing(round)
    ? 'Sealed until the round closes for bids and offers'
    : 'Known to its owner and the market operator only'
  return (
    <span className="sealed" title={words}>
      <Lock aria-hidden="true" />
      {short ? 'Sealed' : words}
    </span>
  )
}
