import { Check, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** One thing an operator can rely on, or must look into. */
export const CheckLine = ({ holds, children }: { holds: boolean; children: ReactNode }) => (
  <li className={holds ? 'check-line' : 'check-line is-broken'}>
    {holds ? <Check aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
    <span>
      <span className="sr-only">{holds ? 'Holds: ' : 'Does not hold: '}</span>
      {children}
    </span>
  </li>
)
