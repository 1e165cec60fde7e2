import type { WorkedOut as Worked } from '#domain/metric/worked-out'
import { WorkingTable } from '../parts/working.tsx'
import { focusAnswer } from './focus.ts'

/** What an answer comes to by the metric, its working to unfold, and a button that takes its figures over. */
export const WorkedOut = ({
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
        <summary>Working: {of.toLowerCase()}</summary>
        <WorkingTable working={working} caption={of} />
      </details>
    ))}
  </div>
)
