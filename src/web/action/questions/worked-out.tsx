import type { MetricCalculation as Worked } from '@credit-market/habitat-metric/worked-out'
import { WorkingTable } from '../../parts/working.tsx'
import { focusAnswer } from './focus.ts'

/**
 * Units that the metric calculates from an answer, with the working to unfold and a button that takes over
 * the figures.
 */
export const CalculatedUnits = ({
  worked: { sentence, workings, use },
  onUse,
}: {
  worked: Worked
  onUse: (answers: Readonly<Record<string, unknown>>) => void
}) => (
  <div className="worked-out">
    <p className="field-note" role="status">
      {sentence}
    </p>
    {use && (
      <button
        type="button"
        className="button button-small"
        onClick={event => {
          onUse(use.answers)
          const [name] = Object.keys(use.answers)
          if (name !== undefined) focusAnswer(event.currentTarget, name)
        }}
      >
        {use.label}
      </button>
    )}
    {workings.map(({ of, working }) => (
      <details key={of}>
        <summary>Working: {of}</summary>
        <WorkingTable working={working} caption={of} />
      </details>
    ))}
  </div>
)
