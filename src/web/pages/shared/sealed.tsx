import { Lock } from 'lucide-react'

/** An amount exists, but this reader may not know it yet. */
export const Sealed = ({ short = false }: { short?: boolean }) => (
  <span className="sealed" title="Sealed until the round closes for bids and offers">
    <Lock aria-hidden="true" />
    {short ? 'Sealed' : 'Sealed until the round closes for bids and offers'}
  </span>
)
