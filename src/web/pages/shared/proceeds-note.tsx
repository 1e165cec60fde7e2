import type { ReactElement } from 'react'
import type { ProceedsView } from '#contract/kit/values'
import { listProceedsRecipients } from '#domain/match/result-words'
import { Money } from '../../parts/values/amounts.tsx'

/**
 * Breakdown by recipient of the money that projects receive, a line each; none if the supplier receives all.
 */
export const proceedsLines = (proceeds: ProceedsView | null, supplier = 'the supplier'): ReactElement[] =>
  listProceedsRecipients(proceeds, supplier).map(({ label, amount }) => (
    <div key={label} className="quiet small">
      <Money pounds={amount} /> {label}
    </div>
  ))

/** Breakdown by recipient below an amount. */
export const ProceedsNote = ({ proceeds, supplier }: { proceeds: ProceedsView | null; supplier?: string }) =>
  proceedsLines(proceeds, supplier)
